import { beforeAll, expect, test } from 'vitest'

import { roles } from '#contract/route.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

import { type ContractRoute, listRoutes } from './openapi.ts'
import { startTestServer } from './test-server.ts'

// Generated from the contract: a new route is covered the moment that it is declared.
const closed = listRoutes().filter((route) => route.access !== 'public')

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

async function call(o: {
  url: string
  route: ContractRoute
  bearer?: string
}): Promise<{ status: number; code: unknown }> {
  const path = o.route.path.replaceAll(/\{\+?\w+\}/g, '019a9f00-0000-7000-8000-00000000000f')
  const headers = { 'content-type': 'application/json', ...(o.bearer && { authorization: `Bearer ${o.bearer}` }) }
  const response = await fetch(o.url + path, {
    method: o.route.method,
    headers,
    ...(o.route.method !== 'GET' && { body: '{}' }),
  })
  return { status: response.status, code: ((await response.json()) as { code?: unknown }).code }
}

test.each(closed)('$name refuses whoever is not signed in', async (route) => {
  const { url } = await startTestServer({ platform })
  expect(await call({ url, route })).toEqual({ status: 401, code: 'session.missing' })
  expect(await call({ url, route, bearer: 'forged' })).toEqual({ status: 401, code: 'session.missing' })
})

const refusals = closed.flatMap((route) => {
  const { access } = route
  return typeof access === 'string'
    ? []
    : roles.filter((role) => !access.includes(role)).map((role) => ({ route, role, name: route.name }))
})

test.skipIf(refusals.length === 0).each(refusals)('$name refuses the role $role', async ({ route, role }) => {
  const { url } = await startTestServer({ platform })
  expect(await call({ url, route, bearer: role })).toEqual({ status: 403, code: 'session.forbidden' })
})

test('the sweep says how much it covered', () => {
  const open = listRoutes().length - closed.length
  process.stdout.write(
    `access: ${closed.length} routes refused without a session, ${refusals.length} wrong roles refused, ${open} routes are public\n`,
  )
  expect(closed.length).toBeGreaterThan(0)
})
