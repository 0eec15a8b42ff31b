import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { calendarFeedsRoutes } from '#server/features/calendar-feeds/calendar-feeds.routes.ts'
import { hashSecret, newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import {
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform({ settings: { publicUrl: 'https://senda.example' } })
const { db } = platform
const dayMs = 86_400_000

const as = (userId: string) => clientOf(platform, calendarFeedsRoutes, userId)

/** Fetches an address that create() told, from a server of its own. */
async function fetchFeed(url: string, o: { headers?: Record<string, string>; method?: string; on?: Platform } = {}) {
  const server = await startTestServer({ platform: o.on ?? platform })
  const { pathname } = new URL(url)
  const response = await fetch(server.url + pathname, { method: o.method ?? 'GET', headers: o.headers ?? {} })
  // Folded lines go on with a space.
  const text = (await response.text()).replaceAll('\r\n ', '')
  return { response, status: response.status, text, events: eventsOf(text) }
}

function eventsOf(text: string): Record<string, string>[] {
  return text
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('END:VEVENT')[0]
          ?.trim()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]) ?? [],
      ),
    )
}

/** A centre with two professionals, one appointment each tomorrow. */
async function center() {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ñandú', address: 'Sarandí 468', neighborhood: null })
  const people = []
  for (const [index, name] of ['Ana Suárez', 'Bruno Paz'].entries()) {
    const { professionalId } = await buildProfessional(platform, { centerId, name })
    const service = await buildService(platform, { centerId, professionalId, name: 'Psicoterapia de pareja' })
    const { patientId } = await buildPatient(platform, { fullName: ['Lucía Pérez', 'Íñigo, Ü; «x»'][index] ?? '' })
    const startsAt = new Date('2026-11-21T13:00:00Z')
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
    await db
      .updateTable('appointments')
      .set({ updated_at: platform.clock.now() })
      .where('id', '=', appointmentId)
      .execute()
    const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
    people.push({ ...service, appointmentId, userId })
  }
  const [ana, bruno] = people as [(typeof people)[0], (typeof people)[0]]
  const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
  return { centerId, ana, bruno, reception }
}

let own: Awaited<ReturnType<typeof center>>
beforeEach(async () => {
  own = await center()
})

const ofCenter = async (userId = own.centerId) =>
  (await as(userId).create({ centerId: own.centerId, professionalId: null })).url
const ofAna = (userId: string) => as(userId).create({ centerId: own.centerId, professionalId: own.ana.professionalId })

describe('an address', () => {
  test('is told once, cannot be guessed, and is kept only as a hash', async () => {
    const { feed, url } = await as(own.centerId).create({ centerId: own.centerId, professionalId: null })
    const token = /^https:\/\/senda\.example\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const row = await db.selectFrom('calendar_feeds').selectAll().where('id', '=', feed.id).executeTakeFirstOrThrow()
    expect(row.token_hash).toBe(hashSecret(token))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await as(own.centerId).list({ centerId: own.centerId })).toEqual({ items: [feed] })
  })

  test('ends when its member makes another one for the same calendar, and no other ends', async () => {
    const anas = await ofAna(own.centerId)
    const [first, others] = [await ofCenter(), await ofCenter(own.reception)]
    const second = await ofCenter()
    expect((await fetchFeed(first)).status).toBe(404)
    for (const url of [second, others, anas.url]) expect((await fetchFeed(url)).status).toBe(200)
    const { items } = await as(own.centerId).list({ centerId: own.centerId })
    expect(items.map(({ professionalName }) => professionalName)).toEqual([null, 'Ana Suárez'])
  })

  test('of five that are made at once, one counts', async () => {
    const urls = await Promise.all(Array.from({ length: 5 }, () => ofCenter()))
    const statuses = await Promise.all(urls.map(async (url) => (await fetchFeed(url)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  })

  test('ends when it is removed, which only its member can do', async () => {
    const { centerId } = own
    const { feed, url } = await as(own.reception).create({ centerId, professionalId: null })
    const remove = (userId: string) => as(userId).remove({ centerId, feedId: feed.id })
    expect(await remove(centerId)).toEqual({ removed: false })
    const other = await buildCenter(platform)
    await expect(remove(other.centerId)).rejects.toMatchObject({ code: 'centers.not_found' })
    expect((await fetchFeed(url)).status).toBe(200)
    expect(await remove(own.reception)).toEqual({ removed: true })
    expect(await remove(own.reception)).toEqual({ removed: false })
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test('ends with the membership', async () => {
    const url = await ofCenter(own.reception)
    await db.deleteFrom('center_members').where('user_id', '=', own.reception).execute()
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test.each(['suspended', 'banned'])('shows nothing while its account is %s', async (status) => {
    const url = await ofCenter(own.reception)
    const set = (value: string) =>
      db.updateTable('profiles').set({ status: value }).where('id', '=', own.reception).execute()
    await set(status)
    expect((await fetchFeed(url)).status).toBe(404)
    await set('active')
    expect((await fetchFeed(url)).status).toBe(200)
  })

  test('shows the whole centre no more to somebody who became a professional of it', async () => {
    const url = await ofCenter(own.reception)
    await db
      .updateTable('center_members')
      .set({ member_role: 'professional', professional_id: own.ana.professionalId })
      .where('user_id', '=', own.reception)
      .execute()
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test('is refused to professionals for what is not theirs, and to strangers', async () => {
    const { centerId, ana, bruno } = own
    const create = (userId: string, professionalId: string | null) => as(userId).create({ centerId, professionalId })
    const unknown = { code: 'team.professional_not_found', status: 404 }
    await expect(create(ana.userId, null)).rejects.toMatchObject(unknown)
    await expect(create(ana.userId, bruno.professionalId)).rejects.toMatchObject(unknown)
    const other = await buildProfessional(platform)
    await expect(create(centerId, other.professionalId)).rejects.toMatchObject(unknown)
    await expect(create(centerId, newId())).rejects.toMatchObject(unknown)
    const stranger = await buildPatient(platform)
    for (const userId of [other.centerId, stranger.patientId]) {
      await expect(create(userId, null)).rejects.toMatchObject({ code: 'centers.not_found' })
      await expect(as(userId).list({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    }
  })
})

describe('a calendar', () => {
  test('has every appointment of the centre, by who comes and where, and never to what', async () => {
    const { text, events, response } = await fetchFeed(await ofCenter())
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(events.map(({ SUMMARY, DESCRIPTION }) => `${SUMMARY}, ${DESCRIPTION}`).toSorted()).toEqual([
      'Cita · Lucía Pérez, Con Ana Suárez',
      'Cita · Íñigo\\, Ü\\; «x», Con Bruno Paz',
    ])
    expect(events.find(({ SUMMARY }) => SUMMARY === 'Cita · Lucía Pérez')).toEqual({
      UID: `${own.ana.appointmentId}@senda.example`,
      SEQUENCE: String(platform.clock.now().getTime() / 1000),
      DTSTAMP: '20261120T120000Z',
      DTSTART: '20261121T130000Z',
      DTEND: '20261121T140000Z',
      SUMMARY: 'Cita · Lucía Pérez',
      LOCATION: 'Sarandí 468\\, Montevideo',
      DESCRIPTION: 'Con Ana Suárez',
      STATUS: 'CONFIRMED',
      'LAST-MODIFIED': '20261120T120000Z',
    })
    expect(text).toContain('X-WR-CALNAME:Centro Ñandú\r\n')
    expect(text).toContain('X-WR-TIMEZONE:America/Montevideo\r\n')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
    expect(text).not.toMatch(/psicoterapia|pareja|fisioterapia/i)
  })

  test('breaks long lines where no character is torn, and ends them as the format says', async () => {
    await db
      .updateTable('profiles')
      .set({ full_name: 'Ñ😀'.repeat(60) })
      .where('id', 'in', db.selectFrom('appointments').select('patient_id').where('id', '=', own.ana.appointmentId))
      .execute()
    const server = await startTestServer({ platform })
    const response = await fetch(server.url + new URL(await ofCenter()).pathname)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString()).not.toContain('\ufffd')
    const lines = bytes.toString().split('\r\n')
    expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true)
  })

  test('of a professional has only their own', async () => {
    for (const userId of [own.ana.userId, own.centerId, own.reception]) {
      const { events, text } = await fetchFeed((await ofAna(userId)).url)
      expect(events.map(({ UID }) => UID)).toEqual([`${own.ana.appointmentId}@senda.example`])
      expect(text).toContain('X-WR-CALNAME:Ana Suárez · Centro Ñandú\r\n')
    }
  })

  test('shows what is pending as not certain, and leaves out what was cancelled, missed or only held', async () => {
    const url = (await ofAna(own.ana.userId)).url
    const set = (change: { status: string; cancelled_at?: Date | null; cancelled_by?: string | null }) =>
      db.updateTable('appointments').set(change).where('id', '=', own.ana.appointmentId).execute()
    await set({ status: 'pending' })
    expect((await fetchFeed(url)).events).toMatchObject([{ STATUS: 'TENTATIVE' }])
    await set({ status: 'completed' })
    expect((await fetchFeed(url)).events).toMatchObject([{ STATUS: 'CONFIRMED' }])
    await set({ status: 'no_show' })
    expect((await fetchFeed(url)).events).toEqual([])
    await set({ status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'center' })
    expect((await fetchFeed(url)).events).toEqual([])
  })

  test('keeps an appointment’s identity when it moves, with a higher number and its new time', async () => {
    const url = (await ofAna(own.ana.userId)).url
    const [before] = (await fetchFeed(url)).events
    await sql`update appointments set during = tstzrange('2026-11-24T12:00Z', '2026-11-24T13:00Z'),
      updated_at = ${new Date('2026-11-20T12:00:30Z')} where id = ${own.ana.appointmentId}`.execute(db)
    const [after] = (await fetchFeed(url)).events
    expect(after).toMatchObject({ UID: before?.UID, DTSTART: '20261124T120000Z', 'LAST-MODIFIED': '20261120T120030Z' })
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE))
  })

  test('goes from 30 days back to 90 days ahead', async () => {
    const now = platform.clock.now().getTime()
    for (const days of [-30.1, -29.9, 89.9, 90.1]) {
      const { patientId } = await buildPatient(platform, { fullName: `En ${days}` })
      await buildAppointment(platform, { ...own.ana, patientId, startsAt: new Date(now + days * dayMs) })
    }
    const { events } = await fetchFeed((await ofAna(own.ana.userId)).url)
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(['Cita · En -29.9', 'Cita · Lucía Pérez', 'Cita · En 89.9'])
  })

  test('says where a patient lives only to the owner and to whoever goes there', async () => {
    await db
      .updateTable('appointments')
      .set({ place: 'home', home_address: 'Rambla 123' })
      .where('id', '=', own.ana.appointmentId)
      .execute()
    const placeFor = async (userId: string) => (await fetchFeed((await ofAna(userId)).url)).events[0]?.LOCATION
    expect(await placeFor(own.centerId)).toBe('Rambla 123')
    expect(await placeFor(own.ana.userId)).toBe('Rambla 123')
    expect(await placeFor(own.reception)).toBe('A domicilio')
  })

  test('names the dependant or the guest who comes', async () => {
    const [guestId, now] = [newId(), platform.clock.now()]
    await db
      .insertInto('guests')
      .values({ id: guestId, center_id: own.centerId, full_name: 'Don Tito', created_at: now, updated_at: now })
      .execute()
    await db
      .updateTable('appointments')
      .set({ patient_id: null, guest_id: guestId, booked_by: 'center' })
      .where('id', '=', own.ana.appointmentId)
      .execute()
    expect((await fetchFeed((await ofAna(own.ana.userId)).url)).events).toMatchObject([{ SUMMARY: 'Cita · Don Tito' }])
  })
})

describe('over HTTP', () => {
  test('a program that asks again learns without a body that nothing changed, until something does', async () => {
    const url = await ofCenter()
    const first = await fetchFeed(url)
    expect(first.response.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.response.headers.get('etag') ?? ''
    platform.clock.advance(60_000)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetchFeed(url, { headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.response.headers.get('etag')]).toEqual([304, '', etag])
    }
    await db
      .updateTable('appointments')
      .set({ updated_at: platform.clock.now() })
      .where('id', '=', own.ana.appointmentId)
      .execute()
    expect((await fetchFeed(url, { headers: { 'if-none-match': etag } })).status).toBe(200)
    platform.clock.advance(-60_000)
  })

  test('HEAD answers as GET, without a body', async () => {
    const { status, text, response } = await fetchFeed(await ofCenter(), { method: 'HEAD' })
    expect([status, text, response.headers.get('content-type')]).toEqual([200, '', 'text/calendar; charset=utf-8'])
  })

  test.each([
    ['a short name', 'x.ics'],
    ['a token of nobody', `${'a'.repeat(43)}.ics`],
    ['a token without its ending', 'a'.repeat(43)],
    ['a NUL', `${'a'.repeat(42)}%00.ics`],
    ['a way out', '..%2f..%2fetc%2fpasswd'],
    ['a long name', `${'a'.repeat(5000)}.ics`],
    ['nothing', ''],
  ])('there is none under %s', async (_, name) => {
    const { status, text } = await fetchFeed(`http://localhost/calendar/${name}`)
    expect(status).toBe(404)
    expect(text).not.toContain('VCALENDAR')
  })

  test('whoever asks without end from one address is told to wait', async () => {
    const settings = { ...platform.settings, trustedProxies: 1 }
    const server = await startTestServer({ platform: { ...platform, settings } })
    const { pathname } = new URL(await ofCenter())
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const statuses: number[] = []
    for (let round = 0; round < 25; round++) {
      const answers = Array.from({ length: 10 }, () => fetch(server.url + pathname, { headers }))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('a failure leaves no address in the log', async () => {
    const url = await ofCenter()
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const broken = {
      ...platform,
      log,
      db: new Proxy(db, {
        get() {
          throw new Error('the database has gone')
        },
      }),
    }
    expect((await fetchFeed(url, { on: broken })).status).toBe(500)
    expect(lines.join('')).toContain('GET /calendar/…')
    expect(lines.join('')).not.toContain(/\/calendar\/([\w-]+)/.exec(url)?.[1])
  })
})
