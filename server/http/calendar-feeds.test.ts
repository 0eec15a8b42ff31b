import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { findAppointment } from '#server/features/appointments/repository/appointments.ts'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { mailLinks } from '#server/features/appointments/usecases/calendar-links.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildFeeds, type Feeds, readFeed } from '#server/testing/calendar-feeds.ts'
import { clientOf } from '#server/testing/calling.ts'
import { leaveOneAttempt } from '#server/testing/limits.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform({ settings: { publicUrl: 'https://senda.example' } })
const { db } = platform
const fetchFeed = (url: string, input: { headers?: Record<string, string>; method?: string } = {}) =>
  readFeed(platform, { url, ...input })

let center: Feeds
beforeEach(async () => {
  center = await buildFeeds(platform)
})

describe('over HTTP', () => {
  test('a program that fetches an unchanged calendar again gets 304 without a body, and the new one after a change', async () => {
    const url = await center.ofCenter()
    const first = await fetchFeed(url)
    expect(first.response.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.response.headers.get('etag') ?? ''
    platform.clock.advance(minuteMs)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const revalidated = await fetchFeed(url, { headers: { 'if-none-match': known } })
      expect([revalidated.status, revalidated.text, revalidated.response.headers.get('etag')]).toEqual([304, '', etag])
    }
    await db
      .updateTable('appointments')
      .set({ updated_at: platform.clock.now() })
      .where('id', '=', center.ana.appointmentId)
      .execute()
    expect((await fetchFeed(url, { headers: { 'if-none-match': etag } })).status).toBe(200)
    platform.clock.advance(-minuteMs)
  })

  test.each(['gzip', 'br', 'gzip, deflate, br', '*'])(
    'a large calendar is not compressed for a program that accepts %s',
    async (accepted) => {
      await db
        .updateTable('profiles')
        .set({ full_name: 'Ñandú '.repeat(30) })
        .where('id', 'in', db.selectFrom('appointments').select('patient_id'))
        .execute()
      const { response, text } = await fetchFeed(await center.ofCenter(), { headers: { 'accept-encoding': accepted } })
      expect(text.length).toBeGreaterThan(1024)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.get('vary') ?? '').not.toContain('accept-encoding')
    },
  )

  test('HEAD responds like GET, without a body', async () => {
    const { status, text, response } = await fetchFeed(await center.ofCenter(), { method: 'HEAD' })
    expect([status, text, response.headers.get('content-type')]).toEqual([200, '', 'text/calendar; charset=utf-8'])
  })

  test.each([
    ['a short name', 'x.ics'],
    ['an unknown token', `${'a'.repeat(43)}.ics`],
    ['a token without its ending', 'a'.repeat(43)],
    ['a NUL', `${'a'.repeat(42)}%00.ics`],
    ['a way out', '..%2f..%2fetc%2fpasswd'],
    ['a long name', `${'a'.repeat(5000)}.ics`],
    ['nothing', ''],
  ])('no calendar is found under %s', async (_, name) => {
    const { status, text } = await fetchFeed(`http://localhost/calendar/${name}`)
    expect(status).toBe(404)
    expect(text).not.toContain('VCALENDAR')
  })

  test('an address that fetches calendars without pause must wait', async () => {
    const settings = { ...platform.settings, trustedProxies: 1 }
    const server = await startTestServer({ platform: { ...platform, settings } })
    const { pathname } = new URL(await center.ofCenter())
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const address = headers['x-forwarded-for']
    await leaveOneAttempt(platform, { name: 'http.calendar', address, limit: 1200, windowSeconds: 60 })
    expect((await fetch(server.url + pathname, { headers })).status).toBe(200)
    expect((await fetch(server.url + pathname, { headers })).status).toBe(429)
  })

  test('a failure writes no calendar address to the log', async () => {
    const url = await center.ofCenter()
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
    expect((await readFeed(broken, { url })).status).toBe(500)
    expect(lines.join('')).toContain('GET /calendar/…')
    expect(lines.join('')).not.toContain(/\/calendar\/([\w-]+)/.exec(url)?.[1])
  })
})

describe('the link to the file of one appointment', () => {
  async function link() {
    const { patientId } = await buildPatient(platform)
    const { appointmentId } = await buildAppointment(platform, { patientId, status: 'pending' })
    const client = clientOf(platform, appointmentsRoutes, patientId)
    const links = await client.calendar({ appointmentId })
    const server = await startTestServer({ platform })
    return {
      appointmentId,
      patientId,
      client,
      links,
      get: (path = new URL(links.fileUrl).pathname) => fetch(server.url + path),
    }
  }

  test('needs no session, and gives the file as the appointment is by then', async () => {
    const { appointmentId, links, get } = await link()
    expect(links.fileUrl).toMatch(/^https:\/\/senda\.example\/calendar\/cita\/[\w-]+\/cita\.ics$/)
    expect(links.fileUrl).not.toContain(appointmentId)
    expect(links.googleUrl).toMatch(/^https:\/\/calendar\.google\.com\//)
    const response = await get()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="cita.ics"',
      'cache-control': 'no-store',
    })
    expect(await response.text()).toContain('STATUS:TENTATIVE')
    await db.updateTable('appointments').set({ status: 'confirmed' }).where('id', '=', appointmentId).execute()
    expect(await (await get()).text()).toContain('STATUS:CONFIRMED')
  })

  test('ends after 15 minutes on a page that leads back to the appointments, as does an altered one', async () => {
    const { get, links } = await link()
    const { pathname } = new URL(links.fileUrl)
    platform.clock.advance(15 * minuteMs)
    for (const path of [pathname, pathname.replace(/.(?=\/cita\.ics)/, 'x'), '/calendar/cita/x/cita.ics']) {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('href="/dashboard"')
    }
    platform.clock.advance(-15 * minuteMs)
  })

  test('in a mail lasts until the appointment ends, and leaves out the address of a home visit, as the mail does', async () => {
    const { appointmentId, get } = await link()
    const homeAddress = 'Isla de Flores 1987'
    const atHome = { place: 'home', home_address: homeAddress } as const
    await db.updateTable('appointments').set(atHome).where('id', '=', appointmentId).execute()
    const appointment = await findAppointment(db, { appointmentId })
    if (!appointment) throw new Error('no appointment')
    const { calendarUrl } = mailLinks(platform, { appointment })
    const { pathname } = new URL(calendarUrl)
    const file = await (await get(pathname)).text()
    expect(file).toContain('LOCATION:A domicilio')
    expect(file).not.toContain(homeAddress)
    expect(await (await get()).text()).toContain(homeAddress)
    const untilEnd = appointment.endsAt.getTime() - platform.clock.now().getTime()
    platform.clock.advance(untilEnd - minuteMs)
    expect((await get(pathname)).status).toBe(200)
    platform.clock.advance(minuteMs)
    expect((await get(pathname)).status).toBe(404)
    platform.clock.advance(-untilEnd)
  })

  test('in a mail ends once the account has another address, and a later mail has a new one', async () => {
    const { appointmentId, patientId, get } = await link()
    const appointment = await findAppointment(db, { appointmentId })
    if (!appointment) throw new Error('no appointment')
    const pathname = () => new URL(mailLinks(platform, { appointment }).calendarUrl).pathname
    const mailed = pathname()
    expect((await get(mailed)).status).toBe(200)
    platform.clock.advance(minuteMs)
    const moved = { email_moved_at: platform.clock.now() }
    await db.updateTable('users').set(moved).where('id', '=', patientId).execute()
    expect((await get(mailed)).status).toBe(404)
    expect((await get(pathname())).status).toBe(200)
    platform.clock.advance(-minuteMs)
  })

  test('is not given for a hold', async () => {
    const { patientId } = await buildPatient(platform)
    const { serviceId } = await buildService(platform)
    const caller = { userId: patientId, visitorKey: undefined }
    const startsAt = new Date('2026-11-24T13:00:00Z')
    const hold = { caller, address: '203.0.113.5', serviceId, startsAt, place: 'center' } as const
    const { id: appointmentId } = await holdAppointment(platform, hold)
    await expect(clientOf(platform, appointmentsRoutes, patientId).calendar({ appointmentId })).rejects.toMatchObject({
      code: 'appointments.not_found',
    })
  })
})
