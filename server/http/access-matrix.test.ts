import { beforeAll, describe, expect, test } from 'vitest'

import { type Role, roles, staffRoles } from '#contract/roles.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { isStaffAction, isStaffOnly, namesRow } from '#server/testing/access-matrix/contract-rows.ts'
import {
  bearerOf,
  buildCenterPerson,
  buildStrangers,
  buildWithRoles,
  centerPeople,
  findCenterOf,
  setRoles,
  setStatus,
} from '#server/testing/access-matrix/people.ts'
import { reachOf } from '#server/testing/access-matrix/reach.ts'
import { type ActionCase, staffActions } from '#server/testing/access-matrix/staff-actions.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { type WatchedRows, watchRows } from '#server/testing/changed-rows.ts'
import { foreignRows, notAboutRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { requestRoute } from '#server/testing/route-requests.ts'
import { stormSize } from '#server/testing/storm.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

// Every route of the contract, called by every kind of account with a session of its own, over HTTP: on no row, on the caller's
// own row, on another account's row, and, for actions of staff, on a target of a lower, the same and a higher role.

let platform: TestPlatform
let url: string
let watched: WatchedRows
let strangers: Awaited<ReturnType<typeof buildStrangers>>
/** An account with every role, suspended or banned. */
let blocked: { suspended: string; banned: string }
const cells = { count: 0 }

beforeAll(async () => {
  const fresh = await testPlatform()
  platform = { ...fresh, settings: { ...fresh.settings, trustedProxies: 1 } }
  const server = await openTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
  url = server.url
  strangers = await buildStrangers(platform)
  blocked = { suspended: await buildBlocked('suspended'), banned: await buildBlocked('banned') }
  watched = await watchRows(platform.db)
  return server.close
})

async function buildBlocked(status: 'suspended' | 'banned'): Promise<string> {
  const userId = await buildWithRoles(platform, roles)
  const bearer = await bearerOf(platform, userId)
  await setStatus(platform, { userId, status })
  return bearer
}

const bearers = new Map<string, string>()

/** For requests that are refused, and so change nothing: one session for all of them. */
async function refusedBearerOf(userId: string): Promise<string> {
  const bearer = bearers.get(userId) ?? (await bearerOf(platform, userId))
  bearers.set(userId, bearer)
  return bearer
}

/** For requests that may be accepted, and so may end every session of the account. */
async function freshBearerOf(userId: string): Promise<string> {
  bearers.delete(userId)
  return await bearerOf(platform, userId)
}

type Call = { route: ContractRoute; input?: Record<string, unknown>; bearer?: string | undefined }

/** One cell of the matrix: a request, and which rows it changed. */
async function call({ route, input = {}, bearer }: Call) {
  cells.count += 1
  // Each request has another address, because one address may write only 300 times a minute.
  const address = `10.${(cells.count >> 16) & 255}.${(cells.count >> 8) & 255}.${cells.count & 255}`
  const sent = route.path.includes('{') && Object.keys(input).length === 0 ? idsOf(route) : input
  await watched.take()
  const { status, body } = await requestRoute({ url, route, input: sent, bearer, address })
  const code = (body as { code?: string } | undefined)?.code
  // A request that reaches no route would pass for an accepted one.
  expect(code, route.name).not.toBe('request.not_found')
  expect(status, `${route.name}: ${code}`).toBeLessThan(500)
  return { status, body, code, changes: await watched.take() }
}

/** Ids for the path of a route that belong to no row. */
function idsOf({ path }: ContractRoute): Record<string, string> {
  const names = [...path.matchAll(/\{\+?(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  return Object.fromEntries(names.map((name) => [name, '019a9f00-0000-7000-8000-00000000000f']))
}

const refused = (statuses: readonly number[]) => ({ statuses, changes: [] as string[] })
const missing = refused([401])
const forbidden = refused([403])
/** To a stranger a row does not exist, or is forbidden. */
const notTheirs = refused([403, 404])
/** To a member of the centre, an id that the input names may be unknown. The row's owner sends the same input. */
const notColleagues = refused([403, 404, 422])

async function expectRefused(who: string, request: Call, { statuses, changes }: ReturnType<typeof refused>) {
  const response = await call(request)
  expect(statuses, `${who} got ${response.status} ${response.code ?? ''}`).toContain(response.status)
  expect(response.changes, `${who} was refused and changed rows`).toEqual(changes)
}

const all = listRoutes()
const exempt = new Set<string>(notAboutRows)
const hasRow = (route: ContractRoute) =>
  route.access !== 'public' && !exempt.has(route.name) && (namesRow(route) || route.path.includes('{'))

describe('a route that names no row', () => {
  const ofCaller = all.filter((route) => !hasRow(route))
  test.each(ofCaller)('$name accepts exactly the callers that the contract declares', async (route) => {
    const { access } = route
    const callers = {
      visitor: undefined,
      suspended: blocked.suspended,
      banned: blocked.banned,
    }
    for (const [who, bearer] of Object.entries(callers)) {
      if (access === 'public') {
        const { code } = await call({ route, bearer })
        expect(code?.startsWith('session.') ?? false, `${who} got ${code}`).toBe(false)
      } else await expectRefused(who, { route, bearer }, missing)
    }
    for (const [who, userId] of Object.entries(strangers)) {
      const role = roleOf(who as keyof typeof strangers)
      if (typeof access === 'string' || access.includes(role)) {
        const { code } = await call({ route, bearer: await freshBearerOf(userId) })
        expect(code?.startsWith('session.') ?? false, `${who} got ${code}`).toBe(false)
      } else await expectRefused(who, { route, bearer: await refusedBearerOf(userId) }, forbidden)
    }
  })
})

/** Receptionists and professionals have the role of a patient; their memberships give them access to a centre. */
function roleOf(who: keyof typeof strangers): Role {
  if (who === 'owner') return 'center'
  return who === 'reception' || who === 'professional' ? 'patient' : who
}

describe('a route about a row', () => {
  const aboutRows = all.filter((route) => hasRow(route) && !isStaffAction(route))
  test.each(aboutRows)('$name accepts those who reach the row, and refuses all others', async (route) => {
    const { build, reach } = requireCase(route)
    const own = await build()
    const input = own.input
    await setRoles(platform, own.owner)
    const bearer = await bearerOf(platform, own.owner.userId)

    await expectRefused('a visitor', { route, input }, missing)
    for (const status of ['suspended', 'banned'] as const) {
      await setStatus(platform, { userId: own.owner.userId, status })
      await expectRefused(`its owner, ${status}`, { route, input, bearer }, missing)
    }
    await setStatus(platform, { userId: own.owner.userId, status: 'active' })

    for (const [who, userId] of Object.entries(strangers)) {
      const role = roleOf(who as keyof typeof strangers)
      // Accepted callers get their own row below.
      if (reach.some((each) => each === role)) continue
      const expected = isStaffOnly(route) ? forbidden : notTheirs
      await expectRefused(`a stranger, ${who}`, { route, input, bearer: await refusedBearerOf(userId) }, expected)
    }
    if (!isStaffOnly(route)) {
      const another = await build()
      const bearer = await bearerOf(platform, another.owner.userId)
      await expectRefused('the owner of another such row', { route, input, bearer }, notTheirs)
    }
    const people = [...centerPeople, ...staffRoles]
    // A refused request changes no row, so one row is enough for all of them.
    for (const who of people) {
      if (reach.includes(who) || isStaffOnly(route) || who === 'moderator' || who === 'admin') continue
      const userId = await findPerson(who, input)
      if (userId === undefined) continue
      const request = { route, input, bearer: await bearerOf(platform, userId) }
      await expectRefused(`${who} of the row's centre`, request, notColleagues)
    }
    expect((await call({ route, input, bearer })).status, 'its owner was refused').toBeLessThan(300)

    for (const who of people) {
      if (!reach.includes(who)) continue
      const { input } = await build()
      const userId = await findPerson(who, input)
      if (userId === undefined) continue
      const { status, code } = await call({ route, input, bearer: await freshBearerOf(userId) })
      expect(status, `${who} was refused with ${code}`).toBeLessThan(300)
    }
  })

  async function findPerson(who: (typeof staffRoles)[number] | (typeof centerPeople)[number], input: object) {
    if (who === 'moderator' || who === 'admin') return strangers[who]
    const centerId = await findCenterOf(platform, { ...input })
    return centerId === undefined ? undefined : buildCenterPerson(platform, { who, centerId, input: { ...input } })
  }

  function requireCase(route: ContractRoute) {
    const name = route.name as keyof typeof foreignRows
    const prepare = foreignRows[name]
    if (!prepare) {
      throw new Error(
        `${route.name} is about a row and has no case: add one in server/testing/foreign-rows/, where each noun of the contract has a file`,
      )
    }
    const reach = reachOf[name] ?? reachOf[route.noun as keyof typeof reachOf]
    if (!isStaffOnly(route) && !reach) {
      throw new Error(
        `${route.name} has no row in the access matrix: list in server/testing/access-matrix/reach.ts which members of a centre reach its rows`,
      )
    }
    return { build: () => prepare(platform), reach: reach ?? staffRoles.filter((role) => route.access.includes(role)) }
  }
})

describe('an action of staff', () => {
  const targets = ['own', ...roles] as const
  // `npm test` takes every second pair of actor and target, others for the next action; `npm run storm` takes all.
  const share = stormSize({ short: staffRoles.length, long: 1 })
  const actions = all
    .filter((route) => isStaffAction(route) && !exempt.has(route.name))
    .flatMap((route) => {
      const cases = staffActions[route.name as keyof typeof staffActions]
      return (cases ?? [undefined]).map((action) => ({
        name: route.name,
        about: action?.about ?? '',
        route,
        action,
      }))
    })

    .map((each, index) => ({ ...each, index }))

  test.each(actions)('$name on $about follows the roles of staff and target', async ({ route, action, index }) => {
    if (!action) {
      throw new Error(
        `${route.name} is an action of staff and has no case: add one in server/testing/access-matrix/staff-actions.ts`,
      )
    }
    for (const [i, actorRole] of staffRoles.entries()) {
      for (const [j, target] of targets.entries()) {
        if ((i + j + index) % share === 0) await expectAction({ route, action, actorRole, target })
      }
    }
    const userId = await buildWithRoles(platform, ['patient'])
    const input = await action.build(platform, { userId })
    await expectRefused('a visitor', { route, input }, missing)
    await expectRefused('suspended staff', { route, input, bearer: blocked.suspended }, missing)
    await expectRefused('banned staff', { route, input, bearer: blocked.banned }, missing)
    for (const who of ['patient', 'owner', 'reception', 'professional'] as const) {
      await expectRefused(who, { route, input, bearer: await refusedBearerOf(strangers[who]) }, forbidden)
    }
    if (
      (await platform.db.selectFrom('profiles').select('status').where('id', '=', userId).executeTakeFirst())
        ?.status === 'active'
    ) {
      await expectRefused('its subject', { route, input, bearer: await bearerOf(platform, userId) }, forbidden)
    }
  })

  type Cell = {
    route: ContractRoute
    action: ActionCase
    actorRole: (typeof staffRoles)[number]
    target: (typeof targets)[number]
  }

  async function expectAction({ route, action, actorRole, target }: Cell) {
    const actorId = await buildWithRoles(platform, [actorRole])
    const userId = target === 'own' ? actorId : await buildWithRoles(platform, [target])
    const input = await action.build(platform, { userId })
    // The action that is undone may have changed the caller's own account.
    await setStatus(platform, { userId: actorId, status: 'active' })
    const { status, body, code, changes } = await call({ route, input, bearer: await bearerOf(platform, actorId) })
    const outcome = (body as { items?: { isDone: boolean; refusal: { code: string } | null }[] }).items?.[0]
    const isDone = outcome ? outcome.isDone : status < 300
    const cell = `${actorRole} on ${target}`
    const isStaffTarget = staffRoles.some((role) => role === target)
    const isAllowed = target !== 'own' && (action.rule === 'others' || actorRole === 'admin' || !isStaffTarget)
    expect(isDone, `${cell}: ${outcome?.refusal?.code ?? code ?? status}`).toBe(isAllowed)
    if (isAllowed) expect(changes, cell).toContain('insert in moderation_actions')
    else {
      expect(action.refusals, cell).toContain(outcome?.refusal?.code ?? code)
      expect(changes, `${cell} was refused and changed rows`).toEqual([])
    }
  }
})

test('the matrix reports how much it covered', () => {
  const rows = all.filter(hasRow)
  process.stdout.write(
    `access matrix: ${cells.count} requests to ${all.length} routes, ${rows.length} of them about a row, ${rows.filter(isStaffAction).length} of those actions of staff\n`,
  )
  const names = new Set(all.map(({ name }) => name))
  const nouns = new Set(all.map(({ noun }) => noun))
  const listed = [...Object.keys(reachOf), ...Object.keys(staffActions)]
  expect(
    listed.filter((name) => !names.has(name) && !nouns.has(name)),
    'entries of routes that no longer exist',
  ).toEqual([])
})
