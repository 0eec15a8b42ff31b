import { beforeAll, expect, test } from 'vitest'
import { type UserOrder, userOrders } from '#contract/user-statuses.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { usersRoutes } from './users.ts'

const platform = await testPlatform()
const { db } = platform
const client = clientOf(platform, usersRoutes, { bearer: 'x', authenticate: async () => actorOf(['moderator']) })

/** The oldest first. Two accounts share a name. Neither accents nor case affect the order, and ñ follows n. */
const people = [
  { name: 'Ana Sosa', email: 'zoe@prueba.uy' },
  { name: 'ángela Díaz', email: 'angela@prueba.uy' },
  { name: 'Bruno Lima', email: 'bruno@prueba.uy' },
  { name: 'Ana Sosa', email: 'ana2@prueba.uy' },
  { name: 'Ñandú Gil', email: 'gil@prueba.uy' },
  { name: 'nube Rey', email: 'rey@prueba.uy' },
  { name: 'Zulma Ana Sosa', email: 'zulma@prueba.uy' },
]

beforeAll(async () => {
  for (const [age, { name, email }] of people.entries()) {
    const { userId } = await buildAccount(platform, { fullName: name })
    const createdAt = new Date(platform.clock.now().getTime() + age * dayMs)
    await db.updateTable('profiles').set({ created_at: createdAt, email }).where('id', '=', userId).execute()
  }
})

/** All pages of a list, three rows each. */
async function listAll(order: UserOrder, filters: { status?: 'active'; role?: 'patient' } = {}) {
  const emails: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.list({ order, limit: 3, ...filters, ...(cursor && { cursor }) })
    emails.push(...page.items.map(({ email }) => email.replace('@prueba.uy', '')))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return emails
}

const byAge = ['zoe', 'angela', 'bruno', 'ana2', 'gil', 'rey', 'zulma']
const byName = ['ana2', 'zoe', 'angela', 'bruno', 'rey', 'gil', 'zulma']
const byEmail = ['ana2', 'angela', 'bruno', 'gil', 'rey', 'zoe', 'zulma']
const inOrder: Record<UserOrder, string[]> = {
  oldest: byAge,
  newest: byAge.toReversed(),
  name: byName,
  name_desc: byName.toReversed(),
  email: byEmail,
  email_desc: byEmail.toReversed(),
}

test.each(userOrders)('the pages of the list in the order %s have every account once, in that order', async (order) => {
  // Two accounts of one name are in the order of their ids.
  const pair = (emails: string[]) =>
    order.startsWith('name') ? emails.map((each) => each.replace(/ana2|zoe/, 'ana')) : emails
  const emails = await listAll(order)
  expect(new Set(emails).size).toBe(people.length)
  expect(pair(emails)).toEqual(pair(inOrder[order]))
  expect(await listAll(order, { status: 'active', role: 'patient' })).toEqual(emails)
})

test('accounts of exactly the typed name or address come first, whatever their age', async () => {
  const namesOf = async (text: string) => (await client.list({ text, limit: 2, exactFirst: 'true' })).items
  expect((await namesOf('ana sosa')).map(({ fullName }) => fullName)).toEqual(['Ana Sosa', 'Ana Sosa'])
  expect((await client.list({ text: 'ana sosa', limit: 1 })).items[0]?.fullName).toBe('Zulma Ana Sosa')
  expect((await namesOf('ANA2@prueba.uy'))[0]?.email).toBe('ana2@prueba.uy')
})
