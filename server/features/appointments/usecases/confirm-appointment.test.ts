import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { confirmAppointment } from './confirm-appointment.ts'

const platform = await testPlatform()
const { patient, hold, book } = booking(platform)

describe('confirming', () => {
  it('books the appointment, notifies patient and centre, and is idempotent', async () => {
    const { caller, appointment } = await book(await buildService(platform))
    expect(appointment).toMatchObject({ status: 'confirmed', holdExpiresAt: null, patientId: caller.userId })
    const repeated = await confirmAppointment(platform, { caller, appointmentId: appointment.id })
    expect(repeated).toEqual(appointment)
    const mails = await listMails(platform, { limit: 500 })
    expect(mails.filter((mail) => mail.to === appointment.patientEmail).map((mail) => mail.subject)).toEqual([
      'Tu cita está reservada',
    ])
    const center = mails.find((mail) => mail.to === appointment.centerEmail)
    expect(center?.subject).toBe('Nueva cita')
    expect(`${center?.subject}`).not.toMatch(/fisio/i)
  })

  it('is refused when the hold expired, even if no other visitor took the time', async () => {
    const { serviceId } = await buildService(platform)
    const caller = await patient()
    const held = await hold({ serviceId, caller })
    const now = platform.clock.now()
    platform.clock.advance(10 * minuteMs)
    await expect(confirmAppointment(platform, { caller, appointmentId: held.id })).rejects.toEqual(
      withCode('appointments.hold_expired'),
    )
    platform.clock.set(now)
  })

  it('is refused to the visitor whose time another one takes while they confirm', async () => {
    const { serviceId } = await buildService(platform)
    const caller = await patient()
    const held = await hold({ serviceId, caller })
    const now = platform.clock.now()
    platform.clock.advance(10 * minuteMs)
    const [confirmed, taken] = await Promise.allSettled([
      confirmAppointment(platform, { caller, appointmentId: held.id }),
      hold({ serviceId }),
    ])
    platform.clock.set(now)
    expect(confirmed.status).toBe('rejected')
    expect(taken.status).toBe('fulfilled')
  })

  it('is refused to a stranger with the error for an unknown appointment', async () => {
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId })
    const stranger = { ...(await patient()), visitorKey: newId() }
    await expect(confirmAppointment(platform, { caller: stranger, appointmentId: held.id })).rejects.toEqual(
      withCode('appointments.not_found'),
    )
  })

  it('names the cookie that the browser of a visitor did not keep', async () => {
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId })
    const caller = { ...(await patient()), visitorKey: undefined }
    await expect(confirmAppointment(platform, { caller, appointmentId: held.id })).rejects.toEqual(
      withCode('appointments.unknown_browser'),
    )
  })

  it('never gives one person two overlapping appointments in a race', async () => {
    const { userId } = await patient()
    const callers = [1, 2, 3, 4].map(() => ({ userId, visitorKey: newId() }))
    const held = await Promise.all(
      callers.map(async ({ visitorKey }, index) => {
        const { serviceId } = await buildService(platform)
        return hold({
          serviceId,
          caller: { userId: undefined, visitorKey },
          startsAt: later((index % 2) * 30 * minuteMs),
        })
      }),
    )
    const outcomes = await Promise.allSettled(
      callers.map((caller, index) => confirmAppointment(platform, { caller, appointmentId: held[index]?.id ?? '' })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.overlaps_own'))
  })

  it('for a dependant may overlap the patient’s own appointment, and is refused for another patient’s dependant', async () => {
    const first = await book(await buildService(platform))
    const dependantId = newId()
    const child = {
      id: dependantId,
      guardian_id: first.caller.userId,
      full_name: 'Sofía',
      birth_date: '2018-05-01',
      relation: 'Hija',
    }
    await platform.db.insertInto('dependants').values(child).execute()
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId, caller: first.caller })
    await expect(confirmAppointment(platform, { caller: first.caller, appointmentId: held.id })).rejects.toEqual(
      withCode('appointments.overlaps_own'),
    )
    const confirm = (id: string) =>
      confirmAppointment(platform, { caller: first.caller, appointmentId: held.id, dependantId: id })
    await expect(confirm(newId())).rejects.toEqual(withCode('appointments.unknown_dependant'))
    await expect(confirm(dependantId)).resolves.toMatchObject({ status: 'confirmed', dependantName: 'Sofía' })
  })

  it('of a home visit requires an address when the profile has none', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', professionalId)
      .execute()
    const caller = await patient()
    await platform.db.updateTable('profiles').set({ address: null }).where('id', '=', caller.userId).execute()
    const held = await hold({ serviceId, caller, place: 'home' })
    const confirm = (homeAddress?: string) =>
      confirmAppointment(platform, { caller, appointmentId: held.id, homeAddress })
    await expect(confirm()).rejects.toEqual(withCode('appointments.address_required'))
    await expect(confirm('Rambla 1234')).resolves.toMatchObject({ homeAddress: 'Rambla 1234', type: 'presencial' })
  })
})
