import { beforeAll, expect, test } from 'vitest'

import { type Role, roles, staffRoles } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

/**
 * Which routes a caller without a session, a half-registered caller and each role may call. Written out here and not read from
 * the contract, so that a route whose access changes by mistake fails. Every other route requires a session of any role.
 */
const publicRoutes = [
  'accounts.signInMethods',
  'appointments.freeTimes',
  'appointments.hold',
  'appointments.currentHold',
  'appointments.release',
  'availability.holidays',
  'clientErrors.report',
  'centers.register',
  'centers.search',
  'centers.get',
  'centers.places',
  'centers.services',
  'operator.legalText',
  'packages.published',
  'operator.testimonials',
  'favorites.centers',
  'map.centers',
  'map.tiles',
  'notifications.renewSubscription',
  'questions.answer',
  'questions.ask',
  'questions.delete',
  'questions.read',
  'questions.send',
  'recommendations.list',
  'reviews.list',
  'status.get',
  'suggestions.list',
  'support.send',
  'team.invitation',
  'team.registerInvited',
]
const registeringRoutes = ['accounts.me', 'accounts.completeRegistration']
const rolesOfRoute: Readonly<Record<string, readonly Role[]>> = {
  'accounts.listStaff': ['moderator', 'admin'],
  'commissions.cancel': ['moderator', 'admin'],
  'commissions.csv': ['moderator', 'admin'],
  'commissions.get': ['moderator', 'admin'],
  'commissions.list': ['moderator', 'admin'],
  'commissions.overcredited': ['moderator', 'admin'],
  'payments.troubled': ['moderator', 'admin'],
  'commissions.owing': ['moderator', 'admin'],
  'commissions.rates': ['moderator', 'admin'],
  'commissions.setRate': ['moderator', 'admin'],
  'commissions.settle': ['moderator', 'admin'],
  'commissions.settleMonth': ['moderator', 'admin'],
  'commissions.summary': ['moderator', 'admin'],
  'commissions.toSettle': ['moderator', 'admin'],
  'loyalty.createReward': ['moderator', 'admin'],
  'loyalty.setRewardActive': ['moderator', 'admin'],
  'loyalty.staffRewards': ['moderator', 'admin'],
  'loyalty.updateReward': ['moderator', 'admin'],
  'moderation.figures': ['moderator', 'admin'],
  'centerRecords.approve': ['moderator', 'admin'],
  'centerRecords.approveDocuments': ['moderator', 'admin'],
  'centerRecords.list': ['moderator', 'admin'],
  'centerRecords.listDocuments': ['moderator', 'admin'],
  'centerRecords.get': ['moderator', 'admin'],
  'centerRecords.preview': ['moderator', 'admin'],
  'centerRecords.requestDocuments': ['moderator', 'admin'],
  'centerRecords.rejectDocuments': ['moderator', 'admin'],
  'centerRecords.revoke': ['moderator', 'admin'],
  'moderation.list': ['moderator', 'admin'],
  'moderation.csv': ['moderator', 'admin'],
  'moderation.get': ['moderator', 'admin'],
  'moderation.undo': ['moderator', 'admin'],
  'reports.approve': ['moderator', 'admin'],
  'reports.delete': ['moderator', 'admin'],
  'reports.list': ['moderator', 'admin'],
  'reports.warn': ['moderator', 'admin'],
  'operator.legalTexts': ['admin'],
  'operator.previewLegalText': ['admin'],
  'operator.publishLegalText': ['admin'],
  'operator.updateWords': ['admin'],
  'operator.words': ['admin'],
  'serviceHealth.get': ['admin'],
  'serviceHealth.resolveError': ['admin'],
  'serviceHealth.retryJob': ['admin'],
  'serviceHealth.retryMail': ['admin'],
  'users.activate': ['moderator', 'admin'],
  'users.ban': ['moderator', 'admin'],
  'users.closingEffects': ['moderator', 'admin'],
  'users.correctPoints': ['moderator', 'admin'],
  'users.get': ['moderator', 'admin'],
  'users.list': ['moderator', 'admin'],
  'users.points': ['moderator', 'admin'],
  'users.setRole': ['moderator', 'admin'],
  'users.suspend': ['moderator', 'admin'],
  'users.warn': ['moderator', 'admin'],
  'centers.onboarding': ['center'],
  'centers.requestHelp': ['center'],
}
const rolesOf = ({ name }: ContractRoute): readonly Role[] => rolesOfRoute[name] ?? roles
const isStaffOnly = (route: ContractRoute): boolean =>
  rolesOf(route).every((role) => staffRoles.some((staff) => staff === role))

const all = listRoutes()
const closed = all.filter(({ name }) => !publicRoutes.includes(name))

/** Callers that have all roles and lack something else, so that a role is never the reason for the refusal. */
const callers = {
  'without-code': { aal: 'aal1' },
  'without-factor': { aal: 'aal1', hasSecondFactor: false },
  registering: { registrationPending: true },
  'registering-without-code': { registrationPending: true, aal: 'aal1' },
} as const satisfies Record<string, Partial<Actor>>
const lackOf = new Map<string, Partial<Actor>>(Object.entries(callers))

/** A bearer names a role, or one of those callers. */
async function authenticate(bearer: string): Promise<Actor | undefined> {
  const role = roles.find((name) => name === bearer)
  if (role) return actorOf([role], patientId)
  const lacks = lackOf.get(bearer)
  return lacks && { ...actorOf([...roles], patientId), ...lacks }
}

let patientId: string
let url: string
let productionUrl: string
let calls = 0
beforeAll(async () => {
  const platform = await testPlatform()
  ;({ patientId } = await buildPatient(platform))
  const settings = { ...platform.settings, trustedProxies: 1 }
  const [development, production] = await Promise.all([
    openTestServer({ platform: { ...platform, settings }, authenticate }),
    openTestServer({ platform: { ...platform, settings: { ...settings, production: true } }, authenticate }),
  ])
  ;[url, productionUrl] = [development.url, production.url]
  return () => Promise.all([development.close(), production.close()])
})

/** The code with which a route refuses the session; undefined when it does not refuse because of the session. */
async function refusalOf({
  route,
  bearer,
  production = false,
}: {
  route: ContractRoute
  bearer?: Role | keyof typeof callers | 'forged'
  production?: boolean
}): Promise<string | undefined> {
  const path = route.path.replaceAll(/\{\+?\w+\}/g, '019a9f00-0000-7000-8000-00000000000f')
  calls += 1
  const headers = {
    'content-type': 'application/json',
    // Each request has another address, because one address may write only 300 times a minute.
    'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}`,
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const response = await fetch((production ? productionUrl : url) + path, {
    method: route.method,
    headers,
    ...(route.method !== 'GET' && { body: '{}' }),
  })
  // An open stream has accepted the caller and would not end.
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    await response.body?.cancel()
    return undefined
  }
  const body = (await response.json()) as { code?: unknown }
  const { code } = body
  // A request that reaches no route would pass for an accepted one.
  expect(code, route.name).not.toBe('request.not_found')
  expect(response.status, route.name).not.toBe(500)
  return typeof code === 'string' && code.startsWith('session.') ? code : undefined
}

test('every name in the lists above is a route of the contract', () => {
  const names = new Set(all.map(({ name }) => name))
  for (const name of [...publicRoutes, ...registeringRoutes, ...Object.keys(rolesOfRoute)])
    expect(names).toContain(name)
})

test.each(all)(
  '$name accepts and refuses a caller without a session, with a forged token and with each role',
  async (route) => {
    const isPublic = publicRoutes.includes(route.name)
    for (const bearer of [undefined, 'forged'] as const) {
      expect(await refusalOf({ route, ...(bearer && { bearer }) })).toBe(isPublic ? undefined : 'session.missing')
    }
    for (const role of roles) {
      const isAccepted = isPublic || rolesOf(route).includes(role)
      expect(await refusalOf({ route, bearer: role }), role).toBe(isAccepted ? undefined : 'session.forbidden')
    }
  },
)

test.each(closed)('$name refuses an account whose second factor this session has not used', async (route) => {
  for (const bearer of ['without-code', 'registering-without-code'] as const) {
    expect(await refusalOf({ route, bearer })).toBe('session.second_factor')
  }
})

test.each(closed)('$name refuses an incomplete registration, unless it serves to complete it', async (route) => {
  const refusal = registeringRoutes.includes(route.name) ? undefined : 'session.registration_pending'
  expect(await refusalOf({ route, bearer: 'registering' })).toBe(refusal)
})

test.each(closed)(
  '$name, where only staff may call, refuses staff without a second factor in production only',
  async (route) => {
    const bearer = 'without-factor'
    expect(await refusalOf({ route, bearer, production: true })).toBe(
      isStaffOnly(route) ? 'session.second_factor_missing' : undefined,
    )
    expect(await refusalOf({ route, bearer })).toBeUndefined()
  },
)

test('the sweep reports how much it covered', () => {
  process.stdout.write(
    `access: ${all.length} routes called without a session, with a forged token and as each of ${roles.length} roles; ` +
      `${closed.length} need a session, ${Object.keys(rolesOfRoute).length} of them a role\n`,
  )
  expect(closed.length).toBeGreaterThan(80)
})
