import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from './contacts.routes.ts'

const platform = await testPlatform()
const { db } = platform

const fill = (centerId: string, { name, count }: { name: string; count: number }) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`insert into guests (id, center_id, full_name, phone, note, created_at, updated_at)
      select gen_random_uuid(), ${centerId}::uuid, ${name}::text || ' ' || n, '', '', now(), now()
      from generate_series(1, ${count}::integer) n`.execute(tx)
  })

// Comparing each of them with the pattern would take longer than a statement may.
test('a search that is near to thousands of names, and finds none of them, ends within its time', async () => {
  const desk = await buildDesk(platform)
  const half = 'qwertuiopasdfgj'
  await fill(desk.centerId, { name: `${half} lxcbnmqwertuiop`, count: 60_000 })
  const client = clientOf(platform, contactsRoutes, desk.reception)
  const { items, isAlike } = await client.list({ centerId: desk.centerId, q: `${half}lxcbnmqwertuiop` })
  expect([items, isAlike]).toEqual([[], false])
}, 60_000)

test('a slip is forgiven thirty times a minute, and a search goes on without that', async () => {
  const desk = await buildDesk(platform)
  await fill(desk.centerId, { name: 'Agustina Iturralde', count: 1 })
  const client = clientOf(platform, contactsRoutes, desk.reception)
  const find = (q: string) => client.list({ centerId: desk.centerId, q })
  expect(await find('Ituralde')).toMatchObject({ items: [{ kind: 'guest' }], isAlike: true })
  const attempt = { name: 'contacts.forgiven', key: desk.reception, limit: 30, windowSeconds: 60 }
  for (let n = 0; n < 29; n++) await countAttempt(platform, attempt)
  expect(await find('Ituralde')).toMatchObject({ items: [], isAlike: false })
  expect(await find('Iturralde')).toMatchObject({ items: [{ kind: 'guest' }], isAlike: false })
})
