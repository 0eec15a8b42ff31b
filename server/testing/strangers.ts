import { Hono } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { requestedMailJob } from '#server/features/auth/links/requested-mail.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import type { Settings } from '#server/platform/settings.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { openTestServer } from './app-server.ts'
import { runJobs, testPlatform } from './platform.ts'
import { onCleanup } from './resources.ts'
import { authenticateWithSession } from './signed-in.ts'

const addressStates = ['unknown', 'unconfirmed', 'confirmed'] as const
type AddressState = (typeof addressStates)[number]

export type Step = { path: string; body: object | FormData; headers?: Record<string, string> }
export type Attempt = (email: string) => readonly Step[]

/** The whole app with required confirmation, and a separate network address for each visitor. */
export async function startApp(input: Partial<Settings> = {}) {
  const settings = { requireEmailConfirmation: true, trustedProxies: 1, ...input }
  const platform = await testPlatform({ settings, start: new Date() })
  const { url, close } = await openTestServer({
    platform,
    authService: createAuthService(platform, { resets: accountResets }),
    // The bearer is the user's id.
    authenticate: authenticateWithSession(platform, ['center']),
  })
  onCleanup(close)
  return { platform, url }
}
export type App = Awaited<ReturnType<typeof startApp>>

export type Person = { email: string; from: string }
let personCount = 0
/** An unused address. All are equally long. */
async function buildPerson(app: App, state: AddressState): Promise<Person> {
  personCount += 1
  const email = `persona-${String(personCount).padStart(5, '0')}@example.uy`
  const from = `10.0.${Math.floor(personCount / 250)}.${(personCount % 250) + 1}`
  if (state === 'confirmed') {
    await createAccount(app.platform, { email, fullName: 'Ana', roles: ['patient'], password: 'la-de-siempre' })
  }
  if (state === 'unconfirmed') {
    // Without the captcha, and dated an hour ago, so that the pause between two mails is over.
    const { platform } = app
    const service = new Hono<HttpEnv>()
    service.use(async (c, next) => {
      c.set('requestId', 'test')
      c.set('address', from)
      await next()
    })
    service.route(
      '/',
      createAuthService(
        { ...platform, settings: { ...platform.settings, captcha: undefined } },
        { resets: accountResets },
      ),
    )
    const body = JSON.stringify({ email, password: 'la-de-siempre', data: { full_name: 'Ana' } })
    const signedUp = await service.request('/signup', { method: 'POST', body })
    if (signedUp.status !== 200) throw new Error(await signedUp.text())
    await runJobs(platform, { only: requestedMailJob.name })
    await platform.db.deleteFrom('rate_limits').execute()
  }
  return { email, from }
}

/** Creates one visitor for each state of an address, one after the other, because each may reset the limits. */
export async function buildPeople(app: App): Promise<Person[]> {
  const people: Person[] = []
  for (const state of addressStates) people.push(await buildPerson(app, state))
  return people
}

/** The responses that a stranger sees, without random values and times. */
export async function observe(
  app: App,
  { email, from, attempt, bearer }: Person & { attempt: Attempt; bearer?: string },
): Promise<string[]> {
  const seen: string[] = []
  for (const { path, body, headers } of attempt(email)) {
    const response = await fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': from,
        'accept-encoding': 'identity',
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const sentHeaders = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    seen.push(`${path} ${response.status} ${text} ${JSON.stringify(sentHeaders)}`.replaceAll(email, '<email>'))
    await runJobs(app.platform, { only: requestedMailJob.name })
  }
  return seen.map(withoutRandomValues)
}

/**
 * Replaces ids, the hashes of ids and instants by placeholders that only show which are equal. Rounds the seconds to wait up to minutes, because
 * the windows of the limits use the real clock.
 */
function withoutRandomValues(text: string): string {
  const marks = new Map<string, string>()
  const markOf = (value: string) => marks.set(value, marks.get(value) ?? `#${marks.size}`).get(value) ?? ''
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=senda_sign_up=)[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, markOf)
    .replaceAll(/"requestId":"[0-9a-f]{20}"/g, '"requestId":"…"')
    .replaceAll(/(retry-after","|"retryAfterSeconds":|after )(\d+)/g, (_, before: string, seconds: string) => {
      return `${before}${Math.ceil(Number(seconds) / 60) * 60}`
    })
}

export async function observeEach(app: App, attempt: Attempt): Promise<string[][]> {
  const people = await buildPeople(app)
  return Promise.all(people.map((person) => observe(app, { ...person, attempt })))
}
