import { beforeEach, describe, expect, test } from 'vitest'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { sendWaitingNotices } from '#server/testing/notices.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { holdAppointment } from './usecases/hold-appointment.ts'
import { confirmAtDesk } from './usecases/mark-appointment.ts'
import { moveAppointment } from './usecases/move-appointment.ts'
import { readReminders } from './usecases/read-reminders.ts'
import { remindPatients } from './usecases/remind-patients.ts'

/** Monday 23 November 2026, ten in the morning in Montevideo. */
const monday = new Date('2026-11-23T13:00:00Z')
const beforeStart = (hours: number) => new Date(monday.getTime() - hours * hourMs)

let platform: TestPlatform
let server: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  server = await startMailServer()
  platform = await testPlatform({ start: beforeStart(28), settings: { smtpUrl: `smtp://127.0.0.1:${server.port}` } })
})

async function book({ confirmsManually = false }: { confirmsManually?: boolean } = {}) {
  const desk = await buildDesk(platform)
  const { centerId, serviceId } = desk
  await platform.db
    .updateTable('center_profiles')
    .set({ confirms_manually: confirmsManually })
    .where('id', '=', centerId)
    .execute()
  const caller = { userId: (await buildPatient(platform)).patientId, visitorKey: undefined }
  await verifyEmail(platform, caller)
  const hold = { caller, address: newId(), serviceId, startsAt: monday, place: 'center' } as const
  const { id: appointmentId } = await holdAppointment(platform, hold)
  await confirmAppointment(platform, { caller, appointmentId })
  return { desk, caller, appointmentId }
}

/** What the mail server receives now, after an outage in which everything waited. */
async function deliver() {
  await sendWaitingNotices(platform)
  await runJobs(platform, { only: 'mail.send' })
  return server.received
    .splice(0)
    .map(({ subject }) => subject ?? '')
    .toSorted((a, b) => a.localeCompare(b))
}

const dropped = () =>
  platform.db
    .selectFrom('outbound_mails')
    .where('dropped_at', 'is not', null)
    .orderBy('kind')
    .select(['kind', 'drop_reason as reason'])
    .execute()

describe('a mail that waited for the mail server', () => {
  test('is not sent when it reminds of an appointment that was cancelled while it waited', async () => {
    const { caller, appointmentId } = await book()
    await deliver()
    platform.clock.set(beforeStart(24))
    await remindPatients(platform)
    platform.clock.set(beforeStart(23))
    await cancelAppointment(platform, { caller, appointmentId })
    expect(await deliver()).toEqual(['Tu cita fue cancelada', 'Una cita fue cancelada'])
    expect(await dropped()).toEqual([{ kind: 'appointments.reminder_24h', reason: 'outdated' }])
    const [reminder] = await readReminders(platform, { caller, appointmentId })
    expect(reminder).toEqual({ hoursBefore: 24, state: 'dropped', at: beforeStart(23) })
  })

  test('is not sent when it says another time than the appointment has by now', async () => {
    const { caller, appointmentId } = await book()
    await moveAppointment(platform, { caller, appointmentId, startsAt: new Date(monday.getTime() + 2 * hourMs) })
    expect(await deliver()).toEqual(['Tu cita cambió de horario', 'Una cita cambió de horario'])
    expect(await dropped()).toEqual([
      { kind: 'appointments.booked', reason: 'outdated' },
      { kind: 'appointments.booked.center', reason: 'outdated' },
    ])
  })

  test('is not sent once the time of its reminder, or of its appointment, has passed', async () => {
    await book()
    platform.clock.set(beforeStart(24))
    await remindPatients(platform)
    platform.clock.set(beforeStart(11))
    expect(await deliver()).toEqual(['Nueva cita', 'Tu cita está reservada'])
    await book()
    platform.clock.set(beforeStart(0))
    expect(await deliver()).toEqual([])
    expect(await dropped()).toEqual([
      { kind: 'appointments.booked', reason: 'too late' },
      { kind: 'appointments.booked.center', reason: 'too late' },
      { kind: 'appointments.reminder_24h', reason: 'too late' },
    ])
  })

  test('is not sent to a patient who has switched such mails off since then', async () => {
    const { caller } = await book()
    await setPreference(platform, { userId: caller.userId, kind: 'appointment', byMail: false })
    expect(await deliver()).toEqual(['Nueva cita'])
    expect(await dropped()).toEqual([{ kind: 'appointments.booked', reason: 'switched off' }])
  })

  test('about a cancellation is sent after the time of the appointment, and not after a week', async () => {
    const cancelled = await book()
    await cancelAppointment(platform, cancelled)
    await deliver()
    const { desk, appointmentId } = await book()
    await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'La profesional está enferma' })
    platform.clock.set(new Date(monday.getTime() + dayMs))
    expect(await deliver()).toEqual(['El centro canceló tu cita'])
  })
})

test('every mail about an appointment is sent when nothing changed while it waited', async () => {
  const { desk, caller, appointmentId } = await book({ confirmsManually: true })
  expect(await deliver()).toHaveLength(2)
  await confirmAtDesk(platform, desk.at(appointmentId))
  expect(await deliver()).toEqual(['El centro confirmó tu cita'])
  await moveAppointment(platform, { caller, appointmentId, startsAt: new Date(monday.getTime() + 2 * hourMs) })
  expect(await deliver()).toHaveLength(2)
  platform.clock.set(beforeStart(22))
  await remindPatients(platform)
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'patient', reason: '' })
  expect((await deliver()).length).toBeGreaterThan(0)
  expect(await dropped()).toEqual([])
})
