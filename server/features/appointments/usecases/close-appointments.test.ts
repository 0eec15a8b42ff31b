import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { closeAppointments } from './close-appointments.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { readDeskTasks } from './desk-tasks.ts'
import { listFreeTimes } from './list-free-times.ts'
import { completeAppointment, reopenAppointment } from './mark-appointment.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const { patient, visitor, hold, book } = booking(platform)

describe('at a centre that confirms by hand', () => {
  it('an appointment is pending, and is cancelled after a day without a response', async () => {
    const { centerId } = await buildCenter(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ confirms_manually: true })
      .where('id', '=', centerId)
      .execute()
    const { serviceId } = await buildService(platform, { centerId })
    const { appointment } = await book({ serviceId, startsAt: later(48 * hourMs) })
    expect(appointment.status).toBe('pending')
    const now = platform.clock.now()
    platform.clock.advance(24 * hourMs - 1)
    await closeAppointments(platform)
    await expect(hold({ serviceId, startsAt: later(48 * hourMs) })).rejects.toEqual(withCode('appointments.slot_taken'))
    platform.clock.advance(1)
    await closeAppointments(platform)
    await expect(hold({ serviceId, startsAt: later(48 * hourMs) })).resolves.toMatchObject({ status: 'held' })
    platform.clock.set(now)
    const mails = await listAllMails(platform, { limit: 500 })
    expect(mails.find((mail) => mail.to === appointment.patientEmail)?.subject).toBe('Tu cita no pudo confirmarse')
  })
})

describe('shortly before a start, at a centre that confirms by hand', () => {
  const manualService = async () => {
    const { centerId } = await buildCenter(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ confirms_manually: true })
      .where('id', '=', centerId)
      .execute()
    return buildService(platform, { centerId })
  }

  it('no time is offered that starts too soon for the centre to respond', async () => {
    const { serviceId, centerId } = await manualService()
    const inTwoHours = new Date('2026-11-20T14:00:00Z')
    const inThreeHours = new Date('2026-11-20T15:00:00Z')
    await expect(hold({ serviceId, startsAt: inTwoHours })).rejects.toEqual(withCode('appointments.not_offered'))
    const query = { caller: visitor(), centerId, serviceIds: [serviceId], from: '2026-11-20', days: 1 }
    const { days } = await listFreeTimes(platform, query)
    expect(days[0]?.times[0]?.startsAt).toEqual(inThreeHours)
    const { appointment } = await book({ serviceId, startsAt: inThreeHours })
    await closeAppointments(platform)
    const [row] = await platform.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', appointment.id)
      .execute()
    expect(row?.status).toBe('pending')
  })

  it('an appointment that its patient moved gives the centre the full time to respond again', async () => {
    const { serviceId } = await manualService()
    const { caller, appointment } = await book({ serviceId, startsAt: later(72 * hourMs) })
    const now = platform.clock.now()
    platform.clock.advance(24 * hourMs)
    await Promise.all([
      closeAppointments(platform),
      moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: later(96 * hourMs) }).catch(
        () => undefined,
      ),
    ])
    const [row] = await platform.db
      .selectFrom('appointments')
      .select(['status', 'moved_at'])
      .where('id', '=', appointment.id)
      .execute()
    // Depending on which was first, it is moved and pending, or cancelled and not moved; never moved and then cancelled.
    expect([row?.status, row?.moved_at === null]).toEqual(row?.moved_at ? ['pending', false] : ['cancelled', true])
    platform.clock.set(now)
  })
})

it('an expired hold is kept for an hour, and then deleted', async () => {
  const { serviceId } = await buildService(platform)
  const caller = await patient()
  const held = await hold({ serviceId, caller })
  const now = platform.clock.now()
  const confirm = () => confirmAppointment(platform, { caller, appointmentId: held.id })
  platform.clock.advance(30 * minuteMs)
  await closeAppointments(platform)
  await expect(confirm()).rejects.toEqual(withCode('appointments.hold_expired'))
  platform.clock.advance(hourMs)
  await closeAppointments(platform)
  await expect(confirm()).rejects.toEqual(withCode('appointments.not_found'))
  platform.clock.set(now)
})

it('an appointment that ended is on the desk’s list for a day, and then completes by itself', async () => {
  const desk = await buildDesk(platform)
  const ended = (hours: number) => new Date(platform.clock.now().getTime() - (hours + 1) * hourMs)
  const yesterday = await buildAppointment(platform, { ...desk, startsAt: ended(24) })
  const morning = await buildAppointment(platform, { ...desk, startsAt: ended(22) })
  const justOver = await buildAppointment(platform, { ...desk, startsAt: ended(0.5) })
  await buildAppointment(platform, { ...desk, startsAt: new Date(platform.clock.now().getTime() - hourMs / 2) })
  await closeAppointments(platform)
  const member = await requireMember(platform.db, { centerId: desk.centerId, userId: desk.reception })
  const toClose = async () => (await readDeskTasks(platform, { member })).open.map(({ id }) => id)
  expect(await toClose()).toEqual([morning.appointmentId, justOver.appointmentId])
  const [row] = await platform.db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', yesterday.appointmentId)
    .execute()
  expect(row?.status).toBe('completed')
  await completeAppointment(platform, desk.at(morning.appointmentId))
  expect(await toClose()).toEqual([justOver.appointmentId])
  await reopenAppointment(platform, desk.at(morning.appointmentId))
  expect(await toClose()).toHaveLength(2)
})

it('a past appointment that cannot be completed does not keep those of other centres', async () => {
  const startsAt = new Date(platform.clock.now().getTime() - 30 * hourMs)
  const visits = []
  for (let n = 0; n < 3; n += 1) {
    const { patientId } = await buildPatient(platform, { verified: true })
    visits.push(await buildAppointment(platform, { startsAt, patientId }))
  }
  const [bad, ...others] = visits.map(({ appointmentId }) => appointmentId)
  const accept = await refuseRow(platform.db, { table: 'commissions', column: 'appointment_id', value: bad ?? '' })
  const completed = async () => {
    const rows = await platform.db
      .selectFrom('commissions')
      .innerJoin('appointments', 'appointments.id', 'appointment_id')
      .where('appointments.status', '=', 'completed')
      .where('appointment_id', 'in', [bad ?? '', ...others])
      .select('appointment_id')
      .execute()
    return rows.map(({ appointment_id }) => appointment_id).sort()
  }
  await closeAppointments(platform)
  expect(await completed()).toEqual([...others].sort())
  await accept()
  await closeAppointments(platform)
  expect(await completed()).toEqual([bad ?? '', ...others].sort())
})
