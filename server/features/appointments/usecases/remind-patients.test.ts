import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildAppointment, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { moveAppointment } from './move-appointment.ts'
import { readReminders, readRemindersAtDesk } from './read-reminders.ts'
import { remindPatients } from './remind-patients.ts'

/** Monday 23 November 2026, ten in the morning in Montevideo. */
const monday = new Date('2026-11-23T13:00:00Z')
const beforeStart = (milliseconds: number) => new Date(monday.getTime() - milliseconds)

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform({ start: new Date(monday.getTime() - 28 * hourMs) })
})

async function book({
  confirmsManually,
  patientId,
  at,
  dependantId,
}: {
  at?: Date
  dependantId?: string
  patientId?: string
  confirmsManually?: boolean
} = {}) {
  const { serviceId, centerId } = await buildService(platform)
  if (confirmsManually) {
    await platform.db
      .updateTable('center_profiles')
      .set({ confirms_manually: true })
      .where('id', '=', centerId)
      .execute()
  }
  const caller = { userId: patientId ?? (await buildPatient(platform)).patientId, visitorKey: undefined }
  await verifyEmail(platform, caller)
  const { id } = await holdAppointment(platform, {
    caller,
    address: newId(),
    serviceId,
    startsAt: at ?? monday,
    place: 'center',
  })
  await confirmAppointment(platform, { caller, appointmentId: id, dependantId })
  return { caller, appointmentId: id }
}

/** The reminders that were mailed so far, the oldest first. */
async function reminders() {
  const mails = await listMails(platform, { limit: 100 })
  return mails.filter(({ kind }) => kind.startsWith('appointments.reminder')).toReversed()
}
const kinds = async () => (await reminders()).map(({ kind }) => kind)

/** Runs the job at its interval from now until then. */
async function passTime(until: Date) {
  while (platform.clock.now() < until) {
    platform.clock.advance(10 * minuteMs)
    await remindPatients(platform)
  }
}

const [dayBefore, hoursBefore] = ['appointments.reminder_24h', 'appointments.reminder_2h']

describe('a confirmed appointment', () => {
  test('is mailed as a reminder a day and two hours before, once each', async () => {
    await book()
    await passTime(beforeStart(24 * hourMs + 10 * minuteMs))
    expect(await kinds()).toEqual([])
    await passTime(beforeStart(24 * hourMs))
    expect(await kinds()).toEqual([dayBefore])
    await passTime(beforeStart(2 * hourMs + 10 * minuteMs))
    expect(await kinds()).toEqual([dayBefore])
    await passTime(beforeStart(2 * hourMs))
    expect(await kinds()).toEqual([dayBefore, hoursBefore])
    await passTime(beforeStart(-2 * hourMs))
    expect(await kinds()).toEqual([dayBefore, hoursBefore])
  })

  test('is mailed with time, professional and place, and without the service in the subject', async () => {
    const { patientId } = await buildPatient(platform)
    const { id: dependantId } = await createDependant(platform, {
      userId: patientId,
      details: { fullName: 'Sofía <b>', birthDate: '2019-05-04', relation: 'hija' },
    })
    await book({ patientId, dependantId })
    await passTime(beforeStart(hourMs))
    const mails = await reminders()
    expect(mails.map(({ subject }) => subject)).toEqual(['Recordatorio de tu cita', 'Tu cita es dentro de poco'])
    for (const { text, html, to } of mails) {
      expect(to).toBe(`${patientId}@prueba.uy`)
      expect(text).toContain('Lunes, 23 de noviembre, 10:00')
      expect(text).toContain('Ana Suárez, Centro Rambla')
      expect(text).toContain('Av. Brasil 2500, Pocitos')
      expect(text).toContain('Es la cita de Sofía <b>.')
      expect(html).toContain('Es la cita de Sofía &lt;b&gt;.')
      expect(text).toContain('/dashboard')
    }
  })

  test('that moved has its reminders at the new time', async () => {
    const { caller, appointmentId } = await book()
    await passTime(beforeStart(24 * hourMs))
    const tuesday = new Date(monday.getTime() + 25 * hourMs)
    await moveAppointment(platform, { caller, appointmentId, startsAt: tuesday })
    await passTime(beforeStart(-hourMs))
    expect(await kinds()).toEqual([dayBefore, dayBefore])
    const [, second] = await reminders()
    expect(second?.text).toContain('Martes, 24 de noviembre, 11:00')
    await passTime(new Date(tuesday.getTime()))
    expect(await kinds()).toEqual([dayBefore, dayBefore, hoursBefore])
  })

  test('that just moved to within the next 24 hours has no reminder of the day before', async () => {
    const { caller, appointmentId } = await book({ at: new Date(monday.getTime() + 24 * hourMs) })
    await passTime(beforeStart(20 * hourMs))
    await moveAppointment(platform, { caller, appointmentId, startsAt: monday })
    await passTime(monday)
    expect(await kinds()).toEqual([hoursBefore])
  })

  test('that was cancelled has no reminder', async () => {
    const { caller, appointmentId } = await book()
    await passTime(beforeStart(24 * hourMs))
    await cancelAppointment(platform, { caller, appointmentId })
    await passTime(monday)
    expect(await kinds()).toEqual([dayBefore])
  })

  test.for([
    [beforeStart(24 * hourMs + minuteMs), [dayBefore, hoursBefore]],
    [beforeStart(24 * hourMs), [hoursBefore]],
    [beforeStart(23 * hourMs), [hoursBefore]],
    [beforeStart(2 * hourMs), []],
    [beforeStart(70 * minuteMs), []],
  ] as const)('that was booked at %s gets the reminders that were not yet due', async ([bookedAt, expected]) => {
    platform.clock.set(bookedAt)
    await book()
    await passTime(monday)
    expect(await kinds()).toEqual(expected)
  })
})

test('an appointment that is not confirmed has no reminder', async () => {
  await book({ confirmsManually: true })
  await passTime(monday)
  expect(await kinds()).toEqual([])
})

test('a patient who switched reminders off gets none, and switching them on again sends no missed ones', async () => {
  const { caller } = await book()
  await setPreference(platform, { userId: caller.userId, kind: 'reminder', byMail: false })
  await passTime(beforeStart(23 * hourMs))
  await setPreference(platform, { userId: caller.userId, kind: 'reminder', byMail: true })
  await passTime(beforeStart(22 * hourMs))
  expect(await kinds()).toEqual([])
  await passTime(monday)
  expect(await kinds()).toEqual([hoursBefore])
})

test('a patient who switched appointment mails off gets none, and the centre gets its own', async () => {
  const { patientId } = await buildPatient(platform)
  await setPreference(platform, { userId: patientId, kind: 'appointment', byMail: false })
  const { caller, appointmentId } = await book({ patientId })
  await cancelAppointment(platform, { caller, appointmentId })
  const mails = await listAllMails(platform, { limit: 100 })
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    'appointments.booked.center',
    'appointments.cancelled.center',
  ])
})

describe('after an outage', () => {
  test.for([
    [beforeStart(13 * hourMs), [dayBefore]],
    [beforeStart(12 * hourMs), []],
    [beforeStart(3 * hourMs), []],
    [beforeStart(2 * hourMs), [hoursBefore]],
    [beforeStart(31 * minuteMs), [hoursBefore]],
    [beforeStart(30 * minuteMs), []],
    [monday, []],
  ] as const)('that ends at %s, only the reminders that are still useful are sent', async ([now, expected]) => {
    await book()
    platform.clock.set(now)
    await remindPatients(platform)
    expect(await kinds()).toEqual(expected)
  })
})

test('each reminder is mailed once when two processes run the job repeatedly', async () => {
  const other = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 4 })
  const { centerId, professionalId, serviceId } = await buildService(platform)
  for (let n = 0; n < 12; n++) {
    const startsAt = new Date(monday.getTime() + n * hourMs)
    const { appointmentId } = await buildAppointment(platform, { centerId, professionalId, serviceId, startsAt })
    const created = { confirmed_at: platform.clock.now(), created_at: platform.clock.now() }
    await platform.db.updateTable('appointments').set(created).where('id', '=', appointmentId).execute()
  }
  platform.clock.set(beforeStart(13 * hourMs))
  const processes = [platform, { ...platform, db: other.db, pool: other.pool }]
  await Promise.all([...processes, ...processes].map((each) => remindPatients(each)))
  expect(await kinds()).toEqual(Array.from({ length: 12 }, () => dayBefore))
  await other.close()
})

test('a reminder that cannot be queued does not stop the others, and is tried again', async () => {
  const { appointmentId } = await book()
  await book({ at: new Date(monday.getTime() + hourMs) })
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(
    platform.db,
  )
  await sql`create trigger refuse before insert on appointment_reminders for each row
    when (new.appointment_id = ${sql.lit(appointmentId)}) execute function refuse()`.execute(platform.db)
  platform.clock.set(beforeStart(13 * hourMs))
  await remindPatients(platform)
  expect(await kinds()).toEqual([dayBefore])
  await sql`drop trigger refuse on appointment_reminders`.execute(platform.db)
  await remindPatients(platform)
  expect(await kinds()).toEqual([dayBefore, dayBefore])
})

test('a guest who gave an address gets reminders without links into an account', async () => {
  const desk = await buildDesk(platform)
  const person = { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: 'rosa@ejemplo.uy' } as const
  await desk.book({ startsAt: monday, person })
  await desk.book({ startsAt: new Date(monday.getTime() + hourMs) })
  await passTime(monday)
  const mails = await reminders()
  expect(mails.map(({ to, kind }) => `${kind} to ${to}`)).toEqual([
    'appointments.reminder_24h to rosa@ejemplo.uy',
    'appointments.reminder_2h to rosa@ejemplo.uy',
  ])
  for (const { text } of mails) expect(text).not.toMatch(/Mi Cuenta|dashboard/)
})

test('the patient and the desk see the state of each reminder', async () => {
  const { caller, appointmentId } = await book()
  const { centerId } = await platform.db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select('center_id as centerId')
    .executeTakeFirstOrThrow()
  const states = async () => (await readReminders(platform, { caller, appointmentId })).map(({ state }) => state)
  expect(await states()).toEqual(['scheduled', 'scheduled'])
  await passTime(beforeStart(23 * hourMs))
  expect(await states()).toEqual(['queued', 'scheduled'])
  await platform.db.updateTable('outbound_mails').set({ sent_at: platform.clock.now() }).execute()
  expect(await states()).toEqual(['sent', 'scheduled'])
  const atDesk = await readRemindersAtDesk(platform, { userId: centerId, centerId, appointmentId })
  expect(atDesk).toEqual([
    { hoursBefore: 24, state: 'sent', at: platform.clock.now() },
    { hoursBefore: 2, state: 'scheduled', at: beforeStart(2 * hourMs) },
  ])
  await setPreference(platform, { userId: caller.userId, kind: 'reminder', byMail: false })
  expect(await states()).toEqual(['sent', 'withheld'])
})
