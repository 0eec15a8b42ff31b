import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { calendarFile, googleCalendarUrl } from './appointments.calendar.ts'
import { requireAppointment } from './repository/appointments.ts'

const platform = await testPlatform()
const { db } = platform

test('the title of a patient’s calendar file contains neither the service nor the name of the centre', async () => {
  const service = await buildService(platform, { name: 'Psicología de pareja' })
  await db
    .updateTable('center_profiles')
    .set({ center_name: 'Psicoterapia y adicciones Pocitos' })
    .where('id', '=', service.centerId)
    .execute()
  const { patientId } = await buildPatient(platform)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId })
  const appointment = await db.transaction().execute((tx) => requireAppointment(tx, { appointmentId }))
  const file = calendarFile({ appointments: [appointment], publicUrl: 'https://senda.example' }).replaceAll('\r\n ', '')
  expect(file.split('\r\n').filter((line) => /^(SUMMARY|NAME|X-WR-CALNAME)/.test(line))).toEqual(['SUMMARY:Cita'])
  expect(file).toContain('LOCATION:Psicoterapia y adicciones Pocitos\\,')
  expect(file).not.toContain('Psicología de pareja')
})

/** The properties of the file of an appointment with these columns. */
async function readFile(appointmentId: string): Promise<Record<string, string>> {
  const appointment = await db.transaction().execute((tx) => requireAppointment(tx, { appointmentId }))
  const text = calendarFile({ appointments: [appointment], publicUrl: 'https://senda.example' })
  const lines = text.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
  return Object.fromEntries(lines.map((line) => [line.split(/[:;]/, 1)[0], line.slice(line.indexOf(':') + 1)]))
}

test.each([
  ['confirmed', {}, 'CONFIRMED', 'PUBLISH'],
  ['completed', {}, 'CONFIRMED', 'PUBLISH'],
  ['pending', {}, 'TENTATIVE', 'PUBLISH'],
  ['confirmed', { booked_by: 'center' }, 'TENTATIVE', 'PUBLISH'],
  ['confirmed', { booked_by: 'center', accepted_at: '2026-11-20T12:00:00Z' }, 'CONFIRMED', 'PUBLISH'],
  ['cancelled', {}, 'CANCELLED', 'CANCEL'],
  ['no_show', {}, 'CANCELLED', 'CANCEL'],
] as const)('the file of a %s appointment with %j says %s', async (status, columns, expected, method) => {
  const { appointmentId } = await buildAppointment(platform, { status })
  if (Object.keys(columns).length > 0)
    await db.updateTable('appointments').set(columns).where('id', '=', appointmentId).execute()
  expect(await readFile(appointmentId)).toMatchObject({ STATUS: expected, METHOD: method })
})

test('each version of a file has the same id, a higher number and its own stamp, also when the clock was set back', async () => {
  const { appointmentId } = await buildAppointment(platform)
  const now = platform.clock.now().getTime()
  const versions = [await readFile(appointmentId)]
  for (const [minutes, updatedAt] of [0, 0, -60_000, 5_000].entries()) {
    const startsAt = new Date(now + 86_400_000 + minutes * 60_000)
    await sql`update appointments set during = tstzrange(${startsAt}, ${new Date(startsAt.getTime() + 3_600_000)}),
      updated_at = ${new Date(now + updatedAt)} where id = ${appointmentId}`.execute(db)
    versions.push(await readFile(appointmentId))
  }
  const numbers = versions.map(({ SEQUENCE }) => Number(SEQUENCE))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(new Set(versions.map(({ UID }) => UID)).size).toBe(1)
  for (const { DTSTAMP, 'LAST-MODIFIED': modified } of versions) expect(DTSTAMP).toBe(modified)
})

test('an appointment that is changed after 2038 still has a higher number, which calendar programs accept', async () => {
  const { appointmentId } = await buildAppointment(platform)
  const numbers: number[] = []
  for (const updatedAt of ['2037-12-31T12:00Z', '2038-01-19T03:14:08Z', '2040-01-01T12:00Z']) {
    await sql`update appointments set updated_at = ${new Date(updatedAt)} where id = ${appointmentId}`.execute(db)
    numbers.push(Number((await readFile(appointmentId)).SEQUENCE))
  }
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(Math.max(...numbers)).toBeLessThan(2 ** 31)
})

test('the page of Google Calendar is filled in with the time, the professional and the place, and names no treatment', async () => {
  const { appointmentId } = await buildAppointment(platform, { startsAt: new Date('2026-11-23T13:00:00Z') })
  const appointment = await db.transaction().execute((tx) => requireAppointment(tx, { appointmentId }))
  const url = new URL(googleCalendarUrl({ appointment }))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    action: 'TEMPLATE',
    text: 'Cita',
    dates: '20261123T130000Z/20261123T140000Z',
    ctz: 'America/Montevideo',
    details: expect.stringMatching(/^Con .+, de .+/),
  })
  expect(url.search).not.toMatch(/fisioterapia/i)
})
