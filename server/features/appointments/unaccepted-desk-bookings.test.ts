import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { acceptDeskBooking } from './usecases/accept-desk-booking.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { moveAppointment } from './usecases/move-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'
import { remindPatients } from './usecases/remind-patients.ts'

const platform = await testPlatform()
const start = platform.clock.now()

/** A centre of which the patient was a patient, and a service of another centre. */
async function buildFormerPatient() {
  platform.clock.set(start)
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-240 * hourMs) })
  const elsewhere = await buildService(platform)
  const caller = { userId: patientId, visitorKey: undefined }
  const person = { kind: 'patient', id: patientId } as const
  const bookAtDesk = (startsAt = monday) => desk.book({ startsAt, person })
  const bookElsewhere = async (startsAt = monday) => {
    const held = await booking(platform).hold({ serviceId: elsewhere.serviceId, caller, startsAt })
    return confirmAppointment(platform, { caller, appointmentId: held.id })
  }
  const block = async () => {
    const started = await startConversation(platform, { userId: patientId, recipientId: desk.centerId })
    await setBlocked(platform, { userId: patientId, conversationId: started.id, isBlocked: true })
  }
  return { desk, patientId, caller, bookAtDesk, bookElsewhere, block, elsewhere }
}

describe('a desk booking that the patient has not accepted', () => {
  it('does not keep the patient from booking at another centre at the same time', async () => {
    const { bookAtDesk, bookElsewhere } = await buildFormerPatient()
    for (let hour = 0; hour < 3; hour++) await bookAtDesk(later(hour * hourMs))
    expect((await bookElsewhere()).status).toBe('confirmed')
    expect((await bookElsewhere(later(2 * hourMs))).status).toBe('confirmed')
  })

  it('is possible while the patient has an appointment elsewhere, of which the desk learns nothing', async () => {
    const { bookAtDesk, bookElsewhere } = await buildFormerPatient()
    await bookElsewhere()
    expect((await bookAtDesk()).row.status).toBe('confirmed')
  })

  it('is not possible twice at one time at one centre, for two desks at the same time as well', async () => {
    const { desk, bookAtDesk, patientId } = await buildFormerPatient()
    const { serviceId } = await buildService(platform, { centerId: desk.centerId })
    const person = { kind: 'patient', id: patientId } as const
    const outcomes = await Promise.allSettled([bookAtDesk(), desk.book({ startsAt: monday, serviceId, person })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is accepted only while the patient is free then, and can be moved to another time and accepted there', async () => {
    const { bookAtDesk, bookElsewhere, caller } = await buildFormerPatient()
    await bookElsewhere()
    const { row } = await bookAtDesk()
    const accept = () => acceptDeskBooking(platform, { caller, appointmentId: row.id })
    await expect(accept()).rejects.toEqual(withCode('appointments.acceptance_overlaps'))
    await moveAppointment(platform, { caller, appointmentId: row.id, startsAt: later(2 * hourMs) })
    expect((await accept()).acceptedAt).not.toBeNull()
  })

  it('occupies the patient once accepted, and of two acceptances at one time one succeeds', async () => {
    const { bookAtDesk, bookElsewhere, caller, patientId } = await buildFormerPatient()
    const { row } = await bookAtDesk()
    const other = await buildDesk(platform)
    await buildAppointment(platform, { ...other, patientId, status: 'completed', startsAt: later(-300 * hourMs) })
    const second = await other.book({ startsAt: monday, person: { kind: 'patient', id: patientId } })
    const outcomes = await Promise.allSettled(
      [row.id, second.row.id].map((appointmentId) => acceptDeskBooking(platform, { caller, appointmentId })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(bookElsewhere()).rejects.toEqual(withCode('appointments.overlaps_own'))
  })
})

describe('a patient who blocked the centre', () => {
  it('has no unaccepted booking moved by its desk, nor by any other writer, and still moves it', async () => {
    const { bookAtDesk, block, desk, caller } = await buildFormerPatient()
    const { row } = await bookAtDesk()
    await block()
    const move = { ...desk.at(row.id), startsAt: later(hourMs) }
    await expect(moveAtDesk(platform, move)).rejects.toEqual(withCode('agenda.blocked_by_patient'))
    const direct = sql`update appointments set moved_by = 'center',
      during = tstzrange(lower(during) + interval '1 hour', upper(during) + interval '1 hour') where id = ${row.id}`
    await expect(direct.execute(platform.db)).rejects.toThrow(/has blocked center/)
    await moveAppointment(platform, { caller, appointmentId: row.id, startsAt: later(2 * hourMs) })
  })

  it('is not booked by its desk, nor by any other writer for the desk', async () => {
    const { bookAtDesk, block, desk, patientId } = await buildFormerPatient()
    await block()
    await expect(bookAtDesk()).rejects.toEqual(withCode('agenda.blocked_by_patient'))
    const direct = platform.db
      .insertInto('appointments')
      .columns([
        'id',
        'center_id',
        'professional_id',
        'service_id',
        'patient_id',
        'booked_by',
        'status',
        'during',
        'price',
      ])
      .expression((eb) =>
        eb
          .selectFrom('appointments')
          .where('patient_id', '=', patientId)
          .where('center_id', '=', desk.centerId)
          .select((from) => [
            from.val(newId()).as('id'),
            'center_id',
            'professional_id',
            'service_id',
            'patient_id',
            from.val('center').as('booked_by'),
            from.val('confirmed').as('status'),
            'during',
            'price',
          ]),
      )
      .execute()
    await expect(direct).rejects.toThrow(/has blocked center/)
  })

  it('still books there online, and gets no reminder of what the desk booked before', async () => {
    const { bookAtDesk, block, desk, caller } = await buildFormerPatient()
    await verifyEmail(platform, { userId: caller.userId })
    await bookAtDesk()
    await block()
    const held = await booking(platform).hold({ serviceId: desk.serviceId, caller, startsAt: later(24 * hourMs) })
    expect((await confirmAppointment(platform, { caller, appointmentId: held.id })).status).toBe('confirmed')
    platform.clock.set(later(-hourMs))
    await remindPatients(platform)
    const mails = await listAllMails(platform, { limit: 500 })
    const kinds = mails.filter(({ to }) => to === `${caller.userId}@prueba.uy`).map(({ kind }) => kind)
    expect(kinds).toContain('appointments.booked_at_desk')
    expect(kinds.filter((kind) => kind.includes('reminder'))).toEqual([])
  })
})
