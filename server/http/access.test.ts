import { beforeAll, expect, test } from 'vitest'

import { roles, staffRoles } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

// Generated from the contract: a new route is covered the moment that it is declared.
const closed = listRoutes().filter((route) => route.access !== 'public')

/** What somebody has not done yet. They have all roles, so that nothing else can be the reason of a refusal. */
const people = {
  'without-code': { aal: 'aal1' },
  'without-factor': { aal: 'aal1', hasSecondFactor: false },
  arriving: { registrationPending: true },
  'arriving-without-code': { registrationPending: true, aal: 'aal1' },
} as const satisfies Record<string, Partial<Actor>>
const somebody = new Map<string, Partial<Actor>>(Object.entries(people))

/** A bearer names a role, or one of those people. */
async function authenticate(bearer: string): Promise<Actor | undefined> {
  const role = roles.find((name) => name === bearer)
  if (role) return actorOf([role])
  const lacks = somebody.get(bearer)
  return lacks && { ...actorOf([...roles], patientId), ...lacks }
}

let patientId: string
let url: string
let productionUrl: string
beforeAll(async () => {
  const platform = await testPlatform()
  ;({ patientId } = await buildPatient(platform))
  const settings = { ...platform.settings, production: true }
  const [here, production] = await Promise.all([
    openTestServer({ platform, authenticate }),
    openTestServer({ platform: { ...platform, settings }, authenticate }),
  ])
  ;[url, productionUrl] = [here.url, production.url]
  return () => Promise.all([here.close(), production.close()])
})

async function call({
  route,
  bearer,
  url,
}: {
  url: string
  route: ContractRoute
  bearer?: string
}): Promise<{ status: number; code: unknown }> {
  const path = route.path.replaceAll(/\{\+?\w+\}/g, '019a9f00-0000-7000-8000-00000000000f')
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  const response = await fetch(url + path, {
    method: route.method,
    headers,
    ...(route.method !== 'GET' && { body: '{}' }),
  })
  // A stream has let them in, and would go on.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, code: undefined }
  }
  return { status: response.status, code: ((await response.json()) as { code?: unknown }).code }
}

test.each(closed)('$name refuses whoever is not signed in', async (route) => {
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
  expect(await call({ url, route, bearer: role })).toEqual({ status: 403, code: 'session.forbidden' })
})

/** What a route says to each of them; undefined where the session is no reason to refuse. */
async function refusalOf({
  production,
  route,
  person,
}: {
  route: ContractRoute
  person: keyof typeof people
  production?: boolean
}) {
  const { code } = await call({ url: production ? productionUrl : url, route, bearer: person })
  return String(code).startsWith('session.') ? code : undefined
}

test.each(closed)('$name refuses whoever has a second factor and has not used it', async (route) => {
  for (const person of ['without-code', 'arriving-without-code'] as const) {
    expect(await refusalOf({ route, person })).toBe('session.second_factor')
  }
})

const arriving = closed.filter((route) => route.access === 'arriving')
const settled = closed.filter((route) => route.access !== 'arriving')

test.each(settled)('$name refuses whoever has not completed the registration', async (route) => {
  expect(await refusalOf({ route, person: 'arriving' })).toBe('session.registration_pending')
})

test.each(arriving)('$name lets in whoever completes the registration', async (route) => {
  expect(await refusalOf({ route, person: 'arriving' })).toBeUndefined()
})

const staffOnly = closed.filter(({ access }) => {
  return typeof access !== 'string' && access.every((role) => staffRoles.some((staff) => staff === role))
})

test.each(staffOnly)('$name refuses staff without a second factor, in production alone', async (route) => {
  const person = 'without-factor'
  expect(await refusalOf({ route, person, production: true })).toBe('session.second_factor_missing')
  expect(await refusalOf({ route, person })).toBeUndefined()
})

test.each(closed.filter((route) => !staffOnly.includes(route)))(
  '$name is open to staff without a second factor as to everybody else',
  async (route) => {
    expect(await refusalOf({ route, person: 'without-factor', production: true })).toBeUndefined()
  },
)

test('the sweep says how much it covered', () => {
  const open = listRoutes().length - closed.length
  process.stdout.write(
    `access: ${closed.length} routes refused without a session and without the second factor, ${refusals.length} wrong roles ` +
      `refused, ${settled.length} refused before the registration is complete and ${arriving.length} open then, ` +
      `${staffOnly.length} refused to staff without a second factor in production, ${open} routes are public\n`,
  )
  expect(closed.length).toBeGreaterThan(0)
})
