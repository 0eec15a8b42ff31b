import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { hasStaffRole, roles } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { buildPatient, buildService } from '#server/testing/builders.ts'
import type { RouteName } from '#server/testing/foreign-rows/foreign-row.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { stormSize } from '#server/testing/storm.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

const unknownId = '019a9f00-0000-7000-8000-00000000dead'
const longText = 'ñandú 🌿 '.repeat(1250)

/** Values that no screen sends. Each is tried in every field of every route, one at a time. */
const badValues: readonly [string, unknown][] = [
  ['an unknown id', unknownId],
  ['a word', 'nada'],
  ['an empty text', ''],
  ['emoji', '🧘‍♀️🇺🇾'],
  ['right-to-left text and marks', 'مرحبا \u202e\u200f'],
  ['ten thousand letters', longText],
  ['a NUL byte', 'a\u0000b'],
  ['half a surrogate pair', '\ud800'],
  ['SQL', "'; drop table appointments; --"],
  ['a pattern', '%_%\\'],
  ['a day that does not exist', '2026-02-30'],
  ['a day after all days', '9999-12-31'],
  ['an instant before all instants', '-271821-04-20T00:00:00.000Z'],
  ['an instant in the past', '2020-01-06T13:00:00.000Z'],
  ['a time off the grid', '2026-11-23T13:07:00.000Z'],
  ['a number out of any range', '1e308'],
  ['a negative number', '-1'],
  ['not a number', 'NaN'],
  ['null', null],
  ['a list', ['a', { b: 1 }]],
  ['an object', JSON.parse('{"__proto__":{"admin":true},"constructor":1}')],
]

/** `npm run storm` tries every value in every field; `npm test` tries every twelfth in each, and other ones in the next. */
const share = stormSize({ short: 12, long: 1 })

const routes = listRoutes()
const fieldsOf = (route: ContractRoute): string[] => {
  const { inputSchema } = route.procedure['~orpc']
  return inputSchema instanceof z.ZodObject ? Object.keys(inputSchema.shape) : []
}

/** Valid input, for routes that examine a field only when the others are valid. */
async function buildValidInput(platform: TestPlatform, route: ContractRoute): Promise<Record<string, unknown>> {
  const foreignRow = foreignRows[route.name as RouteName]
  if (foreignRow) return (await foreignRow(platform)).input
  const { centerId, serviceId } = await buildService(platform)
  const inputs: Record<string, Record<string, unknown>> = {
    'appointments.freeTimes': { centerId, 'serviceIds[0]': serviceId, from: '2026-11-20', days: 7 },
    'appointments.hold': { serviceId, startsAt: '2026-11-23T13:00:00.000Z', place: 'center' },
    'appointments.list': { scope: 'upcoming' },
    'accounts.completeRegistration': {
      userType: 'center',
      fullName: 'Ana',
      phone: '099 111 222',
      centerName: 'Centro Rambla',
      specialty: 'Psicología',
      acceptTerms: true,
    },
    'accounts.deleteAccount': { currentPassword: null, terms: 'any' },
    'accounts.updateProfile': { version: 'any', fullName: 'Ana', phone: null, address: null, emergencyContact: null },
    'centers.get': { centerId },
    'clientErrors.report': { name: 'TypeError', message: 'x is not a function', stack: '', page: '/' },
    'dependants.create': { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' },
    'notifications.setPreference': { kind: 'reminder', byMail: true },
    'reviews.list': { centerId },
    'support.send': {
      name: 'Ana',
      email: 'ana@ejemplo.uy',
      message: 'No encuentro mi reserva.',
      from: 'contact',
      idempotencyKey: '019a9f00-0000-7000-8000-00000000beef',
    },
  }
  return inputs[route.name] ?? {}
}

/** All cases share one database and one server; each has its own rows and callers, by their bearers. */
const callers = new Map<string, Actor>()
const built = await testPlatform()
const platform = { ...built, settings: { ...built.settings, trustedProxies: 1 } }
let url: string
beforeAll(async () => {
  const server = await openTestServer({ platform, authenticate: (bearer) => Promise.resolve(callers.get(bearer)) })
  url = server.url
  return server.close
})

test.each(routes)('$name refuses bad input from a stranger clearly, or accepts it', async (route) => {
  const validInput = await buildValidInput(platform, route)
  const { patientId } = await buildPatient(platform)
  const before = await rowsOfOthers(platform, patientId)
  // The permitted caller sends every value to the routes of `ownRows`.
  const ownShare = foreignRows[route.name as RouteName] ? 2 : 1
  await sweep({ route, validInput, actor: actorOf([...roles], patientId), share: share * ownShare })
  // Staff change the rows of other users.
  if (isForStaff(route)) return
  expect(await rowsOfOthers(platform, patientId), 'nothing was stored or lost').toEqual(before)
})

const isForStaff = ({ access }: ContractRoute) => typeof access === 'object' && hasStaffRole({ roles: access })

const ownRows = routes.filter((route) => foreignRows[route.name as RouteName] !== undefined)

// A stranger is refused early; the input of a permitted caller gets further.
test.each(ownRows)('$name refuses bad input from a permitted caller clearly, or accepts it', async (route) => {
  const row = await foreignRows[route.name as RouteName]?.(platform)
  if (row) await sweep({ route, validInput: row.input, actor: row.owner, share })
})

async function sweep({
  route,
  validInput,
  actor,
  share,
}: {
  route: ContractRoute
  validInput: Record<string, unknown>
  actor: Actor
  /** Each field is tried with every `share`-th value, and the next field with the values after those. */
  share: number
}): Promise<void> {
  const bearer = `${callers.size}`
  callers.set(bearer, actor)
  for (const [place, field] of ['', ...fieldsOf(route)].entries()) {
    for (const [what, value] of badValues.filter((_, index) => index % share === place % share)) {
      const input = field === '' ? value : { ...validInput, [field]: value }
      const response = await send({ route, input, bearer })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream) await response.body?.cancel()
      const body = isStream ? '' : await response.text()
      const description = `${field || 'the whole input'} is ${what}: ${response.status} ${body.slice(0, 300)}`
      expect(response.status, description).toBeLessThan(500)
      if (response.status < 400) continue
      const error = JSON.parse(body) as { code: string; message: string; requestId: string }
      expect(error.code, description).toMatch(/^[a-z_]+\.[a-z_]+$/)
      expect(error.message, description).toMatch(/^[A-ZÁÉÍÓÚ¿].*[.?]$/)
      expect(error.requestId, description).toBeTruthy()
    }
  }
}

/** Sums of every appointment, and of the rows of other people in tables that a caller may also write to. */
async function rowsOfOthers({ db }: TestPlatform, userId: string): Promise<Record<string, string | undefined>> {
  const owners = {
    users: 'id',
    profiles: 'id',
    user_roles: 'user_id',
    sessions: 'user_id',
    dependants: 'guardian_id',
    data_exports: 'user_id',
    notification_preferences: 'user_id',
  }
  const appointments = sql`select 'appointments' as name, t::text as row from appointments t`
  const ofOthers = Object.entries(owners).map(
    ([table, owner]) =>
      sql`select ${sql.lit(table)}, t::text from ${sql.table(table)} t where ${sql.ref(owner)} <> ${userId}`,
  )
  // Summed by the database, because the rows of all cases are in it.
  const { rows } = await sql<{ name: string; sum: string }>`
    select name, count(*) || ' rows, ' || sum(hashtextextended(row, 0)) as sum
    from (${sql.join([appointments, ...ofOthers], sql` union all `)}) as rows group by name`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

test('the sweep reports how much it covered', () => {
  const fields = routes.flatMap(fieldsOf).length
  process.stdout.write(`bad input: ${routes.length} routes, ${fields} fields, ${badValues.length} values each\n`)
  expect(routes.length).toBeGreaterThan(0)
})

let requestCount = 0

function send({ route, input, bearer }: { route: ContractRoute; input: unknown; bearer: string }): Promise<Response> {
  // Each request has another address, because one address may write only 300 times a minute.
  requestCount += 1
  const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
  const fields = new Map(Object.entries(typeof input === 'object' && input !== null ? input : {}))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields.get(name) ?? unknownId)
    fields.delete(name)
    return encodeURIComponent(value.isWellFormed() ? value : 'x')
  })
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-forwarded-for': address }
  if (route.method === 'GET') {
    const query = [...fields].map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`)
    return fetch(`${url}${path}?${query.join('&')}`, { headers })
  }
  return fetch(`${url}${path}`, { method: route.method, headers, body: JSON.stringify(input) ?? '' })
}
