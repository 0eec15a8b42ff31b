import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { CheckoutMethod } from '#contract/checkouts.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { settleCheckouts } from '#server/features/checkouts/usecases/settle-checkouts.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { type PaymentGateway, withTimeLimit } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { termsOf } from '#server/testing/versions.ts'

/** More than any kind of request has turns of ten connections. */
const waitingCalls = 8

/** A service that accepts requests and never responds. */
async function startSilentService() {
  let requests = 0
  const server = createServer(() => {
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

const silent = await startSilentService()
const google = { clientId: 'id', clientSecret: 'secret', issuer: silent.url }
const settings = {
  databaseConnections: 10,
  captcha: { provider: 'hcaptcha', siteKey: 'site', secret: 'hush' },
  social: { google, facebook: undefined, apple: undefined },
} as const
const shared = await testPlatform({ settings, start: new Date() })

/** A gateway that never responds to a payment, with the references of its calls. */
function silentGateway(): { gateway: PaymentGateway; references: string[] } {
  const { gateway } = shared
  if (!gateway) throw new Error('the platform of tests has a gateway')
  const references: string[] = []
  const silence = ({ reference }: { reference: string }) => {
    references.push(reference)
    return new Promise<never>(() => undefined)
  }
  return {
    gateway: { ...gateway, createPayment: silence, createPreference: silence, listPayments: silence },
    references,
  }
}

async function openServer(platform: Platform) {
  const server = await openTestServer({
    platform,
    authenticate: (bearer, db) => authenticate({ ...platform, db }, bearer),
    authService: createAuthService(platform, { resets: accountResets, captchaUrl: silent.url }),
  })
  onCleanup(server.close)
  const post = (path: string, body: object, bearer?: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    })
  return { ...server, post }
}

const captchaBody = (at: number) => ({
  email: `nadie${at}@example.uy`,
  password: 'no es la contraseña',
  gotrue_meta_security: { captcha_token: 'token' },
})
const repeat = <T>(call: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: waitingCalls }, (_, at) => call(at)))

/** A sign-in that needs no outside service, and its duration. */
async function refresh({ post }: Awaited<ReturnType<typeof openServer>>, refreshToken: string) {
  const startedAt = performance.now()
  const { status } = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken })
  return { status, isQuick: performance.now() - startedAt < 2_000 }
}

test('while the captcha provider does not respond, other sign-ins succeed at once, and the waiting ones are told to retry', async () => {
  const server = await openServer(shared)
  const { patientId } = await buildPatient(shared)
  const { tokens } = await signIn(shared, patientId)
  const before = silent.requests()
  const waiting = repeat((at) => server.post('/auth/v1/token?grant_type=password', captchaBody(at)))
  await expect.poll(() => silent.requests() - before).toBe(waitingCalls)
  expect(await refresh(server, tokens.refresh_token)).toEqual({ status: 200, isQuick: true })
  for (const { status } of await waiting) expect(status).toBe(503)
}, 20_000)

test('while an OpenID provider does not respond, other sign-ins succeed at once, and the waiting visitors are sent back', async () => {
  const server = await openServer(shared)
  const { patientId } = await buildPatient(shared)
  const { tokens } = await signIn(shared, patientId)
  const before = silent.requests()
  const waiting = repeat(() => fetch(`${server.url}/auth/v1/authorize?provider=google`, { redirect: 'manual' }))
  // They share one request for the provider's addresses.
  await expect.poll(() => silent.requests() - before).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await refresh(server, tokens.refresh_token)).toEqual({ status: 200, isQuick: true })
  for (const response of await waiting) expect(response.headers.get('location')).toContain('provider_failed')
}, 20_000)

async function buildPayment(method: CheckoutMethod) {
  const desk = await buildDesk(shared)
  const { patientId } = await buildPatient(shared, { verified: true })
  const startsAt = new Date(shared.clock.now().getTime() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(shared, { ...desk, patientId, startsAt })
  const token = method === 'card' ? { token: await cardToken(shared, 'approved') } : {}
  const terms = await termsOf(shared, { appointmentId })
  const body = { appointmentId, terms, method, totalCents: 150_000, idempotencyKey: newId(), ...token }
  return { patientId, bearer: (await signIn(shared, patientId)).tokens.access_token, body }
}

test('while the payment gateway does not respond, other writes succeed at once', async () => {
  const { gateway, references } = silentGateway()
  const server = await openServer({ ...shared, gateway: withTimeLimit(gateway, { milliseconds: 6_000 }) })
  const payments = []
  for (let at = 0; at < waitingCalls; at += 1) payments.push(await buildPayment(at % 2 === 0 ? 'card' : 'mobile'))
  const third = await buildPayment('card')
  const waiting = Promise.all(payments.map(({ body, bearer }) => server.post('/api/v1/checkouts', body, bearer)))
  await expect.poll(() => references.length, { timeout: 4_000 }).toBe(waitingCalls)
  const startedAt = performance.now()
  const refused = await server.post('/api/v1/checkouts', { ...third.body, totalCents: 1 }, third.bearer)
  expect([await refused.json(), performance.now() - startedAt < 2_000]).toMatchObject([
    { code: 'checkouts.price_changed' },
    true,
  ])
  const statuses = (await waiting).map(({ status }) => status)
  // A charge without a response is settled later; a page that could not be opened is told at once.
  expect(statuses).toEqual([201, 502, 201, 502, 201, 502, 201, 502])
}, 20_000)

test('an outside service is never called within a transaction, which would hold its connection and locks', async () => {
  const { gateway } = silentGateway()
  const limited = withTimeLimit(gateway)
  const call = shared.db.transaction().execute(() => limited.listPayments({ seller: null, reference: newId() }))
  await expect(call).rejects.toThrow(/within a transaction/)
})

test('a run that settles checkouts ends with the first call to which the gateway does not respond, and the next run begins with another', async () => {
  const { gateway, references } = silentGateway()
  const platform = { ...shared, gateway: withTimeLimit(gateway, { milliseconds: 100 }) }
  for (let at = 0; at < 2; at += 1) {
    const { body, patientId } = await buildPayment('card')
    await startCheckout(platform, { ...body, patientId, address: '203.0.113.7' })
  }
  shared.clock.advance(2 * minuteMs)
  const before = references.length
  await settleCheckouts(platform)
  await settleCheckouts(platform)
  const requested = references.slice(before)
  expect([requested.length, new Set(requested).size]).toEqual([2, 2])
})
