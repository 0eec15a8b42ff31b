import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { documentLists, documentOrders } from '#contract/record-statuses.ts'
import { queueViews } from '#contract/report-kinds.ts'
import { roles } from '#contract/roles.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter } from '#server/testing/builders.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { closeResources } from '#server/testing/resources.ts'
import { requestRoute } from '#server/testing/route-requests.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

// A client can decode a cursor, change it and send it back.

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const id = newId()
const hostile: readonly string[] = [
  '',
  ' ',
  'x',
  '%00',
  newId().toUpperCase(),
  '999999999999999999',
  '-1',
  ...[
    `-999999999999999.${id}`,
    `-62135596800001.${id}`,
    `-1.${id}`,
    `253402300800000.${id}`,
    `999999999999999.${id}`,
    `9007199254740993.${id}`,
    `1e3.${id}`,
    `NaN.${id}`,
    `0x10.${id}`,
    `.${id}.`,
    `1.2.${id}`,
    `0000-01-01.${id}`,
    `9999-99-99.${id}`,
    `2026-02-30.${id}`,
    `infinity.${id}`,
    `1795000000000.${id.toUpperCase()}`,
    `1795000000000.${id.replaceAll('-', '')}`,
    `1795000000000.${id}'`,
    '1795000000000.not-an-id',
    `1795000000000.\0`,
    `１.${id}`,
  ].map(encoded),
]

const schemaOf = (route: ContractRoute) => {
  const { inputSchema } = route.procedure['~orpc']
  return inputSchema instanceof z.ZodObject ? inputSchema : undefined
}
const lists = listRoutes().filter((route) => Object.hasOwn(schemaOf(route)?.shape ?? {}, 'cursor'))
const byName = new Map(Object.entries(foreignRows))

/** The other parameters that a list demands, and each order in which it can be read. */
const others: Readonly<Record<string, readonly Record<string, string>[]>> = {
  'centerRecords.listDocuments': documentLists.flatMap((list) => [
    { list },
    ...documentOrders.map((order) => ({ list, order })),
  ]),
  'reports.list': queueViews.map((view) => ({ view })),
  'appointments.list': [{ scope: 'upcoming' }, { scope: 'history' }],
  'commissions.list': [
    { period: 'year' },
    { period: 'year', order: 'oldest' },
    { period: 'year', order: 'largest' },
    { period: 'year', order: 'smallest' },
  ],
  'commissions.owing': [{ period: 'year' }],
}

afterEach(closeResources)

test('the sweep finds the lists of the contract', () => {
  expect(lists.length).toBeGreaterThan(15)
})

test.each(lists)('$name refuses a changed cursor with request.invalid, or reads it as a position', async (route) => {
  const platform = await testPlatform()
  const prepared = await byName.get(route.name)?.(platform)
  const owner = prepared?.owner ?? actorOf([...roles], (await buildAccount(platform)).userId)
  const ofCenter = route.path.includes('{') && !prepared ? await buildCenter(platform) : undefined
  const { url } = await startTestServer({ platform, authenticate: () => Promise.resolve(owner) })
  for (const extra of others[route.name] ?? [{}]) {
    const input = { ...prepared?.input, ...ofCenter, ...extra }
    const first = await requestRoute({ url, route, input, bearer: 'owner' })
    expect(first.status, `the case of ${route.name} is refused without a cursor`).toBe(200)
    for (const cursor of hostile) {
      const { status, body } = await requestRoute({ url, route, input: { ...input, cursor }, bearer: 'owner' })
      const what = `${JSON.stringify(extra)} ${Buffer.from(cursor, 'base64url').toString()} (${cursor})`
      expect([200, 422], what).toContain(status)
      if (status === 422) expect(body, what).toMatchObject({ code: 'request.invalid' })
    }
  }
})
