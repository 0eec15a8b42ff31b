import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { pageCacheHeader } from '#contract/pages.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildService, buildTimeOff } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import type { PageHandler } from './pages.ts'

let platform: TestPlatform
let url: string
let renderings = 0
let service: Awaited<ReturnType<typeof buildService>>

/** Calls the routes that the real pages call, and counts the renderings. */
const pages: PageHandler = {
  async fetch(request, { context: { api } }) {
    renderings += 1
    const { pathname } = new URL(request.url)
    const centerId = /^\/centers\/(.+)$/.exec(pathname)?.[1]
    const content = centerId
      ? [
          await api.centers.get({ centerId }).catch((error: { code: string }) => error.code),
          await api.reviews.list({ centerId }).catch(() => []),
        ]
      : pathname === '/centers'
        ? [await api.centers.search({})]
        : [await api.centers.places()]
    const headers = { 'content-type': 'text/html', [pageCacheHeader]: '30' }
    return new Response(JSON.stringify(content), { headers })
  },
}

const read = async (path: string) => (await fetch(url + path)).text()
const ofCenter = () => `/centers/${service.centerId}`

/** Reads the page until it is rendered again: a notification takes milliseconds. */
async function readAgain(path: string): Promise<string> {
  const known = renderings
  for (let attempt = 0; attempt < 60; attempt++) {
    const text = await read(path)
    if (renderings > known) return text
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${path} stays as it was`)
}

/** Until this process listens, it keeps a page for five seconds, and starting to listen empties the cache. */
async function waitUntilListening(): Promise<void> {
  const listening = Promise.withResolvers<void>()
  platform.live.watch((message) => {
    if (message === 'listening') listening.resolve()
  })
  await listening.promise
}

beforeEach(async () => {
  platform = await testPlatform()
  service = await buildService(platform)
  renderings = 0
  url = (await startTestServer({ platform, pages })).url
  await read('/')
  await waitUntilListening()
})

const changes = {
  price: () => sql`update services set price = 99900 where id = ${service.serviceId}`,
  hours: () => sql`delete from weekly_hours where professional_id = ${service.professionalId}`,
  name: () => sql`update center_profiles set center_name = 'Otro nombre' where id = ${service.centerId}`,
  suspended: () => sql`update center_profiles set is_public = false where id = ${service.centerId}`,
  left: () => sql`update professionals set is_active = false where id = ${service.professionalId}`,
  licence: () =>
    sql`insert into compliance_checks (id, center_id, check_type, created_at) values (gen_random_uuid(), ${service.centerId}, 'license', now())`,
}

test.each([
  ['a price changes', changes.price],
  ['the hours change', changes.hours],
  ['a centre changes its name', changes.name],
  ['a centre is suspended', changes.suspended],
  ['a professional leaves', changes.left],
  ['a licence is uploaded', changes.licence],
])('after %s, neither the old page of the centre nor an old list is served', async (_, change) => {
  const before = [await read(ofCenter()), await read('/centers')]
  const known = renderings
  expect([await read(ofCenter()), await read('/centers')]).toEqual(before)
  expect(renderings).toBe(known)
  await change().execute(platform.db)
  await readAgain(ofCenter())
  expect(renderings).toBe(known + 1)
  await read('/centers')
  expect(renderings).toBe(known + 2)
})

/** Notices arrive in the order of their transactions. */
async function waitForNotices(): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const id = newId()
  platform.live.watch((message) => {
    if (typeof message === 'object' && message.id === id) arrived.resolve()
  })
  await sql`select pg_notify('senda_live', json_build_object('topic', 'test', 'about', 'test', 'id', ${id}::text)::text)`.execute(
    platform.db,
  )
  await arrived.promise
}

test.each([
  ['not published', { is_public: false }],
  ['not approved', { approved_at: null }],
])('a centre that is %s deletes no list by what it saves, and deletes it once it is visible', async (_, hidden) => {
  const { centerId } = service
  const setCenter = (row: object) =>
    platform.db.updateTable('center_profiles').set(row).where('id', '=', centerId).execute()
  await buildService(platform)
  await setCenter(hidden)
  await waitForNotices()
  await read('/centers')
  const known = renderings
  const { price, hours, name, left, licence } = changes
  for (const change of [price, hours, name, left, licence]) await change().execute(platform.db)
  await sql`update profiles set full_name = 'Otra persona' where id = ${centerId}`.execute(platform.db)
  await waitForNotices()
  await read('/centers')
  expect(renderings).toBe(known)
  await setCenter({ is_public: true, approved_at: platform.clock.now() })
  await readAgain('/centers')
})

test('a suspended centre responds like an unknown one on the next request', async () => {
  expect(await read(ofCenter())).toContain('Centro Rambla')
  await changes.suspended().execute(platform.db)
  expect(await readAgain(ofCenter())).toContain('centers.not_found')
})

test('an absence and a new centre delete a cached list, and a review and its author’s new name the page of the centre', async () => {
  await read('/centers')
  const startsAtMs = platform.clock.now().getTime() + 12 * hourMs
  await buildTimeOff(platform, {
    ...service,
    startsAt: new Date(startsAtMs),
    endsAt: new Date(startsAtMs + 48 * hourMs),
  })
  await readAgain('/centers')
  await buildService(platform)
  await readAgain('/centers')

  const { appointmentId, patientId } = await buildAppointment(platform, { ...service, status: 'completed' })
  await read(ofCenter())
  await sql`insert into reviews (id, appointment_id, center_id, professional_id, patient_id, rating, created_at)
    values (gen_random_uuid(), ${appointmentId}, ${service.centerId}, ${service.professionalId}, ${patientId}, 4, now())`.execute(
    platform.db,
  )
  await readAgain(ofCenter())
  await sql`update profiles set full_name = 'Nombre Nuevo' where id = ${patientId}`.execute(platform.db)
  expect(await readAgain(ofCenter())).toContain('Nombre')
})

test('a page without centres survives their changes, and a change of the catalogue deletes it', async () => {
  await read('/')
  await read(ofCenter())
  await changes.price().execute(platform.db)
  await readAgain(ofCenter())
  const known = renderings
  await read('/')
  expect(renderings).toBe(known)
  await sql`update places set name = 'Otro lugar' where slug = (select slug from places limit 1)`.execute(platform.db)
  await readAgain('/')
})

test('a change that commits while the listening connection is lost is on the page once the process listens again', async () => {
  await read(ofCenter())
  const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`
  await terminate.execute(platform.db)
  await changes.price().execute(platform.db)
  await readAgain(ofCenter())
})
