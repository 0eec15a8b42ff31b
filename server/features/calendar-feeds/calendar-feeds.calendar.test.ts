import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildFeeds, type Feeds, readFeed } from '#server/testing/calendar-feeds.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { subscribedCalendar } from './calendar-feeds.calendar.ts'

const platform = await testPlatform({ settings: { publicUrl: 'https://senda.example' } })
const { db } = platform
const fetchFeed = (url: string) => readFeed(platform, { url })

/** Unescapes a text as a calendar program does (RFC 5545, 3.3.11). */
const unescapeText = (text = '') => text.replace(/\\([\\;,])|\\n/gi, (_, letter: string | undefined) => letter ?? '\n')

let center: Feeds
beforeEach(async () => {
  center = await buildFeeds(platform)
})

describe('a calendar', () => {
  test('contains every appointment of the centre with its attendee and place, and never its service', async () => {
    const { text, events, response } = await fetchFeed(await center.ofCenter())
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(events.map(({ SUMMARY, DESCRIPTION }) => `${SUMMARY}. ${DESCRIPTION}`).toSorted()).toEqual([
      'Cita: Lucía Pérez. Con Ana Suárez',
      'Cita: Íñigo\\, Ü\\; «x». Con Bruno Paz',
    ])
    expect(events.find(({ SUMMARY }) => SUMMARY === 'Cita: Lucía Pérez')).toEqual({
      UID: `${center.ana.appointmentId}@senda.example`,
      SEQUENCE: String(platform.clock.now().getTime() / 1000),
      DTSTAMP: '20261120T120000Z',
      DTSTART: '20261121T130000Z',
      DTEND: '20261121T140000Z',
      SUMMARY: 'Cita: Lucía Pérez',
      LOCATION: 'Centro Ñandú\\, Sarandí 468\\, Montevideo',
      DESCRIPTION: 'Con Ana Suárez',
      STATUS: 'CONFIRMED',
      'LAST-MODIFIED': '20261120T120000Z',
    })
    expect(text).toContain('X-WR-CALNAME:Senda · Agenda del centro\r\n')
    expect(text).toContain('X-WR-TIMEZONE:America/Montevideo\r\n')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
    expect(text).not.toMatch(/psicoterapia|pareja|fisioterapia/i)
  })

  test('never has the centre’s name in a title, because it may reveal what the centre treats', async () => {
    await db
      .updateTable('center_profiles')
      .set({ center_name: 'Psicoterapia y adicciones Pocitos' })
      .where('id', '=', center.centerId)
      .execute()
    for (const url of [await center.ofCenter(), (await center.ofAna(center.centerId)).url]) {
      const { text, events } = await fetchFeed(url)
      expect(events.every(({ SUMMARY }) => SUMMARY?.startsWith('Cita: '))).toBe(true)
      expect(
        text
          .split('\r\n')
          .filter((line) => /^(X-WR-CALNAME|NAME|SUMMARY)/.test(line))
          .join(),
      ).not.toMatch(/psico/i)
      expect(events[0]?.LOCATION).toContain('Psicoterapia y adicciones Pocitos')
    }
  })

  test('folds long lines between characters, and ends every line with CRLF', async () => {
    await db
      .updateTable('profiles')
      .set({ full_name: 'Ñ😀'.repeat(60) })
      .where('id', 'in', db.selectFrom('appointments').select('patient_id').where('id', '=', center.ana.appointmentId))
      .execute()
    const server = await startTestServer({ platform })
    const response = await fetch(server.url + new URL(await center.ofCenter()).pathname)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString()).not.toContain('\ufffd')
    const lines = bytes.toString().split('\r\n')
    expect(lines.filter((line) => line.startsWith(' '))).not.toEqual([])
    expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true)
  })

  test('of a professional contains only that professional’s appointments', async () => {
    for (const userId of [center.ana.userId, center.centerId, center.reception]) {
      const { events, text } = await fetchFeed((await center.ofAna(userId)).url)
      expect(events.map(({ UID }) => UID)).toEqual([`${center.ana.appointmentId}@senda.example`])
      expect(text).toContain('X-WR-CALNAME:Senda · Ana Suárez\r\n')
    }
  })

  test('shows pending appointments as tentative, and leaves out cancelled, missed and held ones', async () => {
    const url = (await center.ofAna(center.ana.userId)).url
    const set = (change: { status: string; cancelled_at?: Date | null; cancelled_by?: string | null }) =>
      db
        .updateTable('appointments')
        // After the appointment has begun: it is neither completed nor missed before.
        .set({ ...change, updated_at: new Date('2027-01-01T12:00:00Z') })
        .where('id', '=', center.ana.appointmentId)
        .execute()
    await set({ status: 'pending' })
    expect((await fetchFeed(url)).events).toMatchObject([{ STATUS: 'TENTATIVE' }])
    await set({ status: 'completed' })
    expect((await fetchFeed(url)).events).toMatchObject([{ STATUS: 'CONFIRMED' }])
    await set({ status: 'no_show' })
    expect((await fetchFeed(url)).events).toEqual([])
    await set({ status: 'confirmed' })
    await set({ status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'center' })
    expect((await fetchFeed(url)).events).toEqual([])
  })

  test('keeps the identifier of a moved appointment, with a higher sequence number and the new time', async () => {
    const url = (await center.ofAna(center.ana.userId)).url
    const [before] = (await fetchFeed(url)).events
    await sql`update appointments set during = tstzrange('2026-11-24T12:00Z', '2026-11-24T13:00Z'),
      updated_at = ${new Date('2026-11-20T12:00:30Z')} where id = ${center.ana.appointmentId}`.execute(db)
    const [after] = (await fetchFeed(url)).events
    expect(after).toMatchObject({ UID: before?.UID, DTSTART: '20261124T120000Z', 'LAST-MODIFIED': '20261120T120030Z' })
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE))
  })

  test('has a sequence number that programs accept also for a change after 2038', async () => {
    const updatedAt = new Date('2040-01-01T12:00Z')
    const { appointmentId } = center.ana
    await sql`update appointments set updated_at = ${updatedAt} where id = ${appointmentId}`.execute(db)
    const [event] = (await fetchFeed((await center.ofAna(center.ana.userId)).url)).events
    expect(event).toMatchObject({ SEQUENCE: '2147483647', 'LAST-MODIFIED': '20400101T120000Z' })
  })

  test('contains the appointments from 30 days ago to 90 days ahead', async () => {
    const now = platform.clock.now().getTime()
    for (const days of [-30.1, -29.9, 89.9, 90.1]) {
      const { patientId } = await buildPatient(platform, { fullName: `En ${days}` })
      await buildAppointment(platform, { ...center.ana, patientId, startsAt: new Date(now + days * dayMs) })
    }
    const { events } = await fetchFeed((await center.ofAna(center.ana.userId)).url)
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(['Cita: En -29.9', 'Cita: Lucía Pérez', 'Cita: En 89.9'])
  })

  test('contains a home address only for the professional of the appointment, who may be the owner', async () => {
    await db
      .updateTable('appointments')
      .set({ place: 'home', home_address: 'Rambla 123' })
      .where('id', '=', center.ana.appointmentId)
      .execute()
    const placeFor = async (userId: string) => (await fetchFeed((await center.ofAna(userId)).url)).events[0]?.LOCATION
    expect(await placeFor(center.centerId)).toBe('A domicilio')
    expect(await placeFor(center.ana.userId)).toBe('Rambla 123')
    expect(await placeFor(center.reception)).toBe('A domicilio')
    await db
      .updateTable('professionals')
      .set({ user_id: center.centerId })
      .where('id', '=', center.ana.professionalId)
      .execute()
    expect(await placeFor(center.centerId)).toBe('Rambla 123')
  })

  test('contains the name of a guest', async () => {
    const [guestId, now] = [newId(), platform.clock.now()]
    await db
      .insertInto('guests')
      .values({ id: guestId, center_id: center.centerId, full_name: 'Don Tito', created_at: now, updated_at: now })
      .execute()
    await db
      .updateTable('appointments')
      .set({ patient_id: null, guest_id: guestId, booked_by: 'center' })
      .where('id', '=', center.ana.appointmentId)
      .execute()
    expect((await fetchFeed((await center.ofAna(center.ana.userId)).url)).events).toMatchObject([
      { SUMMARY: 'Cita: Don Tito' },
    ])
  })
})

test('a name or an address cannot add a property to a calendar, and appears without its control characters', () => {
  const hostile = 'A,b;c\\d:"e"\r\nATTENDEE:mailto:a@b.uy\nEND:VALARM\u0001\u0085X:1\u2028Y:2'
  const flat = 'A,b;c\\d:"e" ATTENDEE:mailto:a@b.uy END:VALARM X:1 Y:2'
  const calendarWith = (text: string) => {
    const where = { centerName: text, centerAddress: text, centerNeighborhood: text, centerDepartment: text }
    const at = { startsAt: new Date(0), endsAt: new Date(1), updatedAt: new Date(0) }
    const who = { professionalId: newId(), professionalName: text, personName: text }
    const event = { id: newId(), ...at, ...who, status: 'confirmed', place: 'center', homeAddress: text } as const
    const events = [event, { ...event, place: 'home' as const }]
    const publicUrl = 'https://senda.example'
    return [null, text].map((professionalName) =>
      subscribedCalendar({ feed: { ...where, professionalName }, events, publicUrl }).replaceAll('\r\n ', ''),
    )
  }
  const linesOf = (text: string) => text.split('\r\n').filter(Boolean)
  const namesOf = (text: string) => linesOf(text).map((line) => line.split(/[:;]/, 1)[0])
  const valuesOf = (text: string, name: string) =>
    linesOf(text).flatMap((line) => (line.startsWith(`${name}:`) ? [unescapeText(line.slice(name.length + 1))] : []))
  const harmless = calendarWith('Ana')
  for (const [index, text] of calendarWith(hostile).entries()) {
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    expect(namesOf(text)).toEqual(namesOf(harmless[index] ?? ''))
    expect(valuesOf(text, 'LOCATION')).toEqual([[flat, flat, flat, flat].join(', '), flat])
    expect(valuesOf(text, 'SUMMARY')).toEqual([`Cita: ${flat}`, `Cita: ${flat}`])
    expect(valuesOf(text, 'DESCRIPTION')).toEqual(index === 0 ? [`Con ${flat}`, `Con ${flat}`] : [])
    expect(valuesOf(text, 'X-WR-CALNAME')[0]).toBe(`Senda · ${index === 0 ? 'Agenda del centro' : flat}`)
  }
})
