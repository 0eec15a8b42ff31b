import { beforeAll, expect, test } from 'vitest'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { preparedTexts } from '#server/platform/postgres/prepared-client.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { countStatements } from '#server/testing/statements.ts'

const platform = await testPlatform()
const { url, close } = await openTestServer({
  platform,
  authenticate: (bearer, db) => authenticate({ ...platform, db }, bearer),
  authService: createAuthService(platform, { resets: accountResets }),
})
onCleanup(close)

type Call = { method?: 'GET' | 'POST'; path: string; bearer?: string; body?: object }

async function call({
  method,
  path,
  bearer,
  body,
}: Call): Promise<{ id: string; terms: string; priceCents: number; refresh_token: string }> {
  const response = await fetch(url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const parsed = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(parsed)}`)
  return parsed
}

/** How much each of the most used routes may send to PostgreSQL, including the queries of its session and its limits. */
const limits = {
  search: { statements: 9, roundTrips: 3 },
  'search by place': { statements: 9, roundTrips: 3 },
  // In the place, around it, and everywhere: each once in the named place and once outside of it.
  'search in a place without centres near it': { statements: 14, roundTrips: 6 },
  'search with a sentence that no centre meets': { statements: 48, roundTrips: 8 },
  suggestions: { statements: 9, roundTrips: 3 },
  recommendations: { statements: 27, roundTrips: 12 },
  center: { statements: 7, roundTrips: 1 },
  'free times': { statements: 1, roundTrips: 1 },
  // The first round trip of each is the limit per address with the session, the last the commit.
  hold: { statements: 13, roundTrips: 4 },
  // One of them keeps staff from closing the centre until the commit; two count what accounts without a confirmed address have, and one keeps another hold of the account from appearing.
  confirm: { statements: 22, roundTrips: 5 },
  // With a card: before, at the gateway for tests in the same database, and after it.
  pay: { statements: 42, roundTrips: 30 },
  'own appointments': { statements: 3, roundTrips: 3 },
  account: { statements: 3, roundTrips: 3 },
  agenda: { statements: 6, roundTrips: 3 },
  today: { statements: 7, roundTrips: 3 },
  'sign-in': { statements: 5, roundTrips: 3 },
  refresh: { statements: 6, roundTrips: 5 },
} as const

type Route = keyof typeof limits

/** Each request of it is read and dropped in vain. */
const sentence =
  'ansiedad y lumbalgia mujer que hable aleman por menos de 100 pesos casmu para mi hijo de 3 años a domicilio en Artigas hoy de mañana'

let calls: Record<Route, () => Promise<unknown>>
/** What has to happen before a request, uncounted. */
let prepare: Partial<Record<Route, () => Promise<unknown>>>

beforeAll(async () => {
  const service = await buildService(platform, { name: 'Sesión de fisioterapia' })
  const { centerId, serviceId } = service
  const { patientId } = await buildPatient(platform, { verified: true })
  const { tokens: patient } = await signIn(platform, patientId)
  const { tokens: owner } = await signIn(platform, centerId)
  const { email } = (await findUser(platform.db, { id: patientId })) ?? { email: '' }
  const password = 'camino-de-prueba'
  await platform.db
    .updateTable('users')
    .set({ encrypted_password: await hashPassword(password) })
    .where('id', '=', patientId)
    .execute()
  let refresh = patient.refresh_token
  let held = { id: '', terms: '' }
  let payable = { appointmentId: '', terms: '', totalCents: 0, bearer: '', token: '' }
  let bookedCount = 0
  let callCount = 0
  const from = monday.toISOString().slice(0, 10)
  // Of a patient of its own each time, because one may have few upcoming appointments.
  const book = async () => {
    const payer = await buildPatient(platform, { verified: true })
    const { tokens } = await signIn(platform, payer.patientId)
    const startsAt = later(dayMs * (7 + (bookedCount % 5)) + hourMs * Math.floor(bookedCount++ / 5))
    const { appointmentId } = await buildAppointment(platform, { ...service, ...payer, startsAt })
    const bearer = tokens.access_token
    const { terms, priceCents } = await call({ path: `/api/v1/appointments/${appointmentId}`, bearer })
    payable = { appointmentId, terms, totalCents: priceCents, bearer, token: await cardToken(platform, 'approved') }
  }
  prepare = { pay: book }
  calls = {
    search: () => call({ path: '/api/v1/centers?q=fisio' }),
    'search by place': () => call({ path: '/api/v1/centers?q=fisio&near=pocitos' }),
    'search in a place without centres near it': () => call({ path: '/api/v1/centers?q=fisio%20rivera' }),
    'search with a sentence that no centre meets': () =>
      call({ path: `/api/v1/centers?${new URLSearchParams({ q: sentence })}` }),
    // Each call sends another text, because recent results are kept. No centre has such a name.
    suggestions: () => call({ path: `/api/v1/suggestions?q=zulema${'abcdef'.charAt(callCount++)}` }),
    recommendations: () =>
      call({ path: `/api/v1/recommendations?service=fisioterapia&near=pocitos&need=rodilla%20${callCount++}` }),
    center: () => call({ path: `/api/v1/centers/${centerId}` }),
    'free times': () =>
      call({ path: `/api/v1/centers/${centerId}/free-times?serviceIds[]=${serviceId}&from=${from}&days=30` }),
    hold: async () => {
      // Monday to Friday at ten, then at eleven.
      const startsAt = later(dayMs * (callCount % 5) + hourMs * Math.floor(callCount / 5))
      callCount++
      const body = { serviceId, startsAt: startsAt.toISOString(), place: 'center' }
      held = await call({ path: '/api/v1/appointments/hold', bearer: patient.access_token, body })
    },
    confirm: () => {
      const { id, terms } = held
      return call({ path: `/api/v1/appointments/${id}/confirm`, bearer: patient.access_token, body: { terms } })
    },
    pay: () => {
      const { bearer, ...agreed } = payable
      return call({ path: '/api/v1/checkouts', bearer, body: { ...agreed, method: 'card', idempotencyKey: newId() } })
    },
    'own appointments': () => call({ path: '/api/v1/appointments?scope=upcoming', bearer: patient.access_token }),
    account: () => call({ path: '/api/v1/me', bearer: patient.access_token }),
    agenda: () => call({ path: `/api/v1/centers/${centerId}/agenda?from=${from}&days=7`, bearer: owner.access_token }),
    today: () => call({ path: `/api/v1/centers/${centerId}/agenda/today`, bearer: owner.access_token }),
    'sign-in': () => call({ path: '/auth/v1/token?grant_type=password', body: { email, password } }),
    refresh: async () => {
      const tokens = await call({ path: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: refresh } })
      refresh = tokens.refresh_token
    },
  }
})

test.for(Object.keys(limits) as Route[])('%s sends no more statements than its limit', async (route) => {
  // The first request fills caches that every process has.
  await prepare[route]?.()
  if (route !== 'confirm') await calls[route]()
  await prepare[route]?.()
  let { statements, roundTrips, texts } = await countStatements(calls[route])
  // On a busy machine, statements of one batch may leave in two: the fewest round trips of three requests count.
  for (let repeated = 0; repeated < 2 && roundTrips > limits[route].roundTrips; repeated++) {
    if (route === 'confirm') await calls.hold()
    await prepare[route]?.()
    ;({ statements, roundTrips, texts } = await countStatements(calls[route]))
  }
  const sent = texts.join('\n')
  expect(statements, 'a request that reached the database').toBeGreaterThan(0)
  expect(statements, `statements:\n${sent}`).toBeLessThanOrEqual(limits[route].statements)
  expect(roundTrips, `round trips:\n${sent}`).toBeLessThanOrEqual(limits[route].roundTrips)
})

test('suggestions and recommendations that were requested seconds before send no statements', async () => {
  const paths = ['/api/v1/suggestions?q=Ombu', '/api/v1/recommendations?service=fisioterapia&need=Ombu']
  for (const path of paths) await call({ path })
  for (const path of paths) {
    const { texts } = await countStatements(() => call({ path: path.replace('Ombu', 'omb%C3%BA%20') }))
    expect(texts).toEqual([])
  }
})

test('no statement text carries a value: repeated requests with other values prepare no new text', async () => {
  const texts = new Set(preparedTexts())
  await calls.hold()
  await calls.confirm()
  await calls['own appointments']()
  await call({ path: '/api/v1/centers?q=fisioterapia&near=buceo' })
  expect(preparedTexts().filter((text) => !texts.has(text))).toEqual([])
})
