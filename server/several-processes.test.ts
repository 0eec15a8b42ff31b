import { AuthClient } from '@supabase/auth-js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { goodPassword } from '#server/testing/auth-service.ts'
import { buildService } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { runAdmin, startSenda } from '#server/testing/processes.ts'
import { termsAtDesk } from '#server/testing/versions.ts'

const platform = await testPlatform()
const { db } = platform
/** Outside production, where staff need no second factor. */
const env = {
  NODE_ENV: 'development',
  DATABASE_URL: platform.databaseUrl,
  SECRET_KEY: 'x'.repeat(40),
  PUBLIC_URL: 'http://127.0.0.1:3000',
}

/** Two processes on one database. */
let one: string
let other: string
beforeAll(async () => {
  // With an account in the database, no process creates the demonstration.
  await createAccount(platform, { email: 'nadie@example.uy', fullName: 'Nadie', roles: ['patient'], password: null })
  const started = await Promise.all([startSenda({ env }), startSenda({ env })])
  ;[one, other] = started.map(({ url }) => url) as [string, string]
}, 60_000)

/** A user who signed in at the first process and has just used the second one. */
async function personAtBoth(roles: readonly [Role, ...Role[]] = ['patient']) {
  const email = `${newId()}@example.uy`
  const userId = await createAccount(platform, { email, fullName: 'Ana', roles, password: goodPassword })
  const client = new AuthClient({ url: `${one}/auth/v1`, autoRefreshToken: false, persistSession: false })
  const { data, error } = await client.signInWithPassword({ email, password: goodPassword })
  if (error || userId === undefined) throw error ?? new Error('the address is taken')
  const token = data.session.access_token
  const fetchOutcome = async (at: string, path: string) => {
    const response = await fetch(`${at}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const body = (await response.json()) as { code?: string; error_code?: string }
    return response.ok ? 'served' : (body.error_code ?? body.code)
  }
  const staffAtOther = () => fetchOutcome(other, '/api/v1/staff')
  const atOther = () => Promise.all([fetchOutcome(other, '/api/v1/me'), fetchOutcome(other, '/auth/v1/user')])
  for (let i = 0; i < 3; i += 1) expect(await atOther()).toEqual(['served', 'served'])
  return { userId, email, client, session: data.session, atOther, staffAtOther }
}

/** Expects this response to the first request after the write, and prints how long it took. */
async function expectNext({
  write,
  read,
  expected,
  what,
}: {
  write(): Promise<unknown>
  read(): Promise<unknown>
  expected: unknown
  what: string
}): Promise<void> {
  await write()
  const writtenAt = performance.now()
  expect(await read()).toEqual(expected)
  process.stdout.write(`${what}: the other process knew within ${Math.ceil(performance.now() - writtenAt)} ms\n`)
}

test('a process with another SECRET_KEY does not start beside them', { timeout: 60_000 }, async () => {
  await expect(startSenda({ env: { ...env, SECRET_KEY: 'y'.repeat(40) } })).rejects.toThrow(
    'SECRET_KEY is not the secret key of this database',
  )
})

test('a process of an older version does not start on a database that a newer one has migrated', {
  timeout: 90_000,
}, async () => {
  await sql`insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'x')`.execute(db)
  await expect(startSenda({ env })).rejects.toThrow('A newer version of Senda has migrated this database')
  await sql`update schema_migrations set is_compatible = true where name = '9999_newer.sql'`.execute(db)
  const started = await startSenda({ env })
  await started.stop()
  await sql`delete from schema_migrations where name = '9999_newer.sql'`.execute(db)
})

test('a hold stays with its visitor, whichever process is asked and whatever its clock says', {
  timeout: 60_000,
}, async () => {
  const { serviceId } = await buildService(platform)
  const clockAhead = `const ahead = 11 * 60_000, RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...input) { input.length === 0 ? super(RealDate.now() + ahead) : super(...input) }
      static now() { return RealDate.now() + ahead }
    }
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + ahead })`
  const ahead = await startSenda({
    env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAhead)}` },
  })
  expect(ahead.output()).toContain("this machine's clock is wrong")
  const startsAt = new Date(Date.now() + 7 * dayMs)
  startsAt.setUTCHours(13, 0, 0, 0)
  // The professional works from Monday to Friday.
  while ([0, 6].includes(startsAt.getUTCDay())) startsAt.setTime(startsAt.getTime() + dayMs)
  const hold = (at: string) =>
    fetch(`${at}/api/v1/appointments/hold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ serviceId, startsAt: startsAt.toISOString(), place: 'center' }),
    })
  const first = await hold(one)
  expect([first.status, await first.text()]).toEqual([201, expect.any(String)])
  const second = await hold(ahead.url)
  expect([second.status, await second.json()]).toMatchObject([409, { code: 'appointments.slot_taken' }])
  await ahead.stop()
})

describe('the other process applies to the very next request', () => {
  test('a sign-out', async () => {
    const { client, atOther } = await personAtBoth()
    const expected = ['session.missing', 'session_not_found']
    await expectNext({ write: () => client.signOut({ scope: 'local' }), read: atOther, expected, what: 'sign-out' })
  })

  test('the end of one of several sessions', async () => {
    const ended = await personAtBoth()
    const client = new AuthClient({ url: `${other}/auth/v1`, autoRefreshToken: false, persistSession: false })
    const { data } = await client.signInWithPassword({ email: ended.email, password: goodPassword })
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const sessionId = (await ended.client.getClaims()).data?.claims.session_id
    const end = () => fetch(`${one}/api/v1/me/sessions/${sessionId}`, { method: 'DELETE', headers })
    const expected = ['session.missing', 'session_not_found']
    await expectNext({ write: end, read: ended.atOther, expected, what: 'ended session' })
    expect((await fetch(`${other}/api/v1/me`, { headers })).status).toBe(200)
  })

  test.for(['suspended', 'banned'] as const)('the status %s of an account', async (status) => {
    const { userId, atOther } = await personAtBoth()
    const write = () => db.updateTable('profiles').set({ status }).where('id', '=', userId).execute()
    await expectNext({ write, read: atOther, expected: ['session.missing', 'user_banned'], what: status })
  })

  test('a suspension, until its end', async () => {
    const { userId, atOther } = await personAtBoth()
    const until = new Date(Date.now() + 2000)
    const suspension = { status: 'suspended', suspended_until: until }
    const write = () => db.updateTable('profiles').set(suspension).where('id', '=', userId).execute()
    await expectNext({ write, read: atOther, expected: ['session.missing', 'user_banned'], what: 'suspension' })
    await new Promise((resolve) => setTimeout(resolve, until.getTime() - Date.now() + 10))
    expect(await atOther()).toEqual(['served', 'served'])
  })

  test('a role that was granted, and one that was revoked', async () => {
    const keeper = await personAtBoth(['admin'])
    const { email, staffAtOther } = await personAtBoth(['patient'])
    expect(await staffAtOther()).toBe('session.forbidden')
    const admin = (word: string) => runAdmin({ words: [word, email], env })
    await expectNext({ write: () => admin('grant'), read: staffAtOther, expected: 'served', what: 'role granted' })
    const expected = 'session.forbidden'
    await expectNext({ write: () => admin('revoke'), read: staffAtOther, expected, what: 'role revoked' })
    expect(await keeper.staffAtOther()).toBe('served')
  })

  test('a new password, for the sessions that it ends', async () => {
    const { email, atOther } = await personAtBoth()
    const client = new AuthClient({ url: `${other}/auth/v1`, autoRefreshToken: false, persistSession: false })
    await client.signInWithPassword({ email, password: goodPassword })
    const write = () => client.updateUser({ password: 'otra-sombra-de-ceibo' })
    const expected = ['session.missing', 'session_not_found']
    await expectNext({ write, read: atOther, expected, what: 'new password' })
  })
})

test('both processes sign with one key, and each accepts the tokens of the other', async () => {
  const jwks = await Promise.all(
    [one, other].map(async (url) => (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).text()),
  )
  expect(jwks[0]).toBe(jwks[1])
  expect(await db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
})

test('a second after an emergency rotation no process accepts an old key', async () => {
  const { atOther, client } = await personAtBoth()
  expect((await runAdmin({ words: ['rotate-keys', '--emergency'], env })).code).toBe(0)
  const replacedAt = performance.now()
  let requestedAt = replacedAt
  while ((await atOther()).includes('served')) {
    expect(requestedAt - replacedAt).toBeLessThan(1000)
    requestedAt = performance.now()
  }
  expect(await atOther()).toEqual(['session.missing', 'bad_jwt'])
  expect((await client.refreshSession()).error).toBeNull()
})

test('an event at one process reaches a stream at the other within a second', async () => {
  const desk = await buildDesk(platform)
  const { userId, session } = await personAtBoth()
  const member = { user_id: userId, center_id: desk.centerId, member_role: 'reception' }
  await db.insertInto('center_members').values(member).execute()
  const headers = { authorization: `Bearer ${session.access_token}` }
  const stream = await fetch(`${other}/api/v1/live`, { headers })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const receive = async (text: string) => {
    while (!received.includes(text)) {
      const part = await reader?.read()
      if (part === undefined || part.done) throw new Error(`the stream ended before ${text}: ${received}`)
      received += part.value
    }
  }
  await receive('"about":"ready"')
  const tomorrow = new Date(Date.now() + dayMs)
  const booking = await fetch(`${one}/api/v1/centers/${desk.centerId}/appointments`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyKey: newId(),
      serviceId: desk.serviceId,
      terms: await termsAtDesk(platform, desk),
      startsAt: `${tomorrow.toISOString().slice(0, 13)}:00:00.000Z`,
      place: 'center',
      person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: '' },
      evenOutsideHours: true,
    }),
  })
  const respondedAt = performance.now()
  expect(booking.status).toBe(201)
  await receive('"about":"changed"')
  await receive('agenda')
  const took = performance.now() - respondedAt
  process.stdout.write(
    `a booking at the desk: the other process sent its event ${Math.ceil(took)} ms after the response\n`,
  )
  expect(took).toBeLessThan(5000)
  await reader?.cancel()
})

test('a process that stops ends its streams immediately', async () => {
  const third = await startSenda({ env })
  const { session } = await personAtBoth()
  const headers = { authorization: `Bearer ${session.access_token}` }
  const stream = await fetch(`${third.url}/api/v1/live`, { headers })
  const reader = stream.body?.getReader()
  await reader?.read()
  const stoppedAt = performance.now()
  await Promise.allSettled([
    third.stop(),
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ])
  expect(performance.now() - stoppedAt).toBeLessThan(3000)
}, 40_000)
