import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { findUser } from '../repository/users.ts'
import { createSessionByPassword, signOutEverywhere } from '../sessions/sessions.ts'
import { createAccount } from '../usecases/create-account.ts'

const service = await startService()
const { db, clock } = service.platform
const signIn = (email: string, password = goodPassword) => service.client().signInWithPassword({ email, password })

describe('a sign-in with a password', () => {
  test('opens a new session, with its method and device', async () => {
    const { email, user } = await signUp(service)
    const { data, error } = await signIn(` ${email} `)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, last_sign_in_at: clock.now().toISOString() })
    const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ ip: '192.0.2.1', user_agent: 'node', aal: 'aal1' })
    const claims = (await service.client().getClaims(data.session?.access_token)).data?.claims
    expect(claims).toMatchObject({
      iss: `${service.platform.settings.publicUrl}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      amr: [{ method: 'password', timestamp: Math.floor(clock.now().getTime() / 1000) }],
    })
  })

  test.each([
    ['invisible marks', (email: string) => `\u2068\u200b${email}\u2069`],
    ['a link', (email: string) => `mailto:${email}`],
    ['a name', (email: string) => `Ana Pérez <${email}>`],
  ])('with an address pasted with %s opens the session of its account', async (_, paste) => {
    const { email, user } = await signUp(service)
    const { data, error } = await signIn(paste(email))
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
  })

  test('gets the same error for a wrong password, an unknown address, an invalid address and an account without a password', async () => {
    const { email } = await signUp(service)
    const withoutPassword = newAddress()
    await createAccount(service.platform, {
      email: withoutPassword,
      fullName: 'Nadie',
      roles: ['patient'],
      password: null,
    })
    const all = [
      await signIn(email, 'no es esta'),
      await signIn(newAddress()),
      await signIn('esto no es un correo'),
      await signIn(withoutPassword, ''),
      await signIn(withoutPassword),
      await signIn(email, 'x'.repeat(10_000)),
    ]
    for (const { error } of all) {
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
    }
  })

  test('takes about as much time for an unknown address as for a wrong password', async () => {
    const { email } = await signUp(service)
    const work: [number[], number[]] = [[], []]
    for (let i = 0; i < 12; i += 1) {
      for (const [kind, address] of [email, newAddress()].entries()) {
        const client = service.client({ address: `203.0.113.${i}` })
        // CPU time of this process, so that other processes have no influence.
        const before = process.cpuUsage()
        await client.signInWithPassword({ email: address, password: 'no es esta' })
        const { user, system } = process.cpuUsage(before)
        work[kind]?.push(user + system)
      }
    }
    const [known = 0, unknown = 0] = work.map((all) => Math.min(...all))
    expect(unknown / known).toBeGreaterThan(0.8)
    expect(unknown / known).toBeLessThan(1.25)
  })

  test('with text that the database can’t store is refused as invalid', async () => {
    const { email } = await signUp(service)
    expect((await signIn(`a\0${email}`)).error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await signIn(email, 'a\0b')).error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('succeeds for a centre whose password is older than the rule, and reports its weakness', async () => {
    const email = newAddress()
    await createAccount(service.platform, { email, fullName: 'Centro', roles: ['center'], password: 'sencilla' })
    const { data, error } = await signIn(email, 'sencilla')
    expect(error).toBeNull()
    expect(data.weakPassword?.reasons).toEqual(['characters'])
  })

  test('fails when the password changes simultaneously', async () => {
    const { user } = await signUp(service)
    const found = await findUser(db, { id: user.id })
    const input = {
      userId: user.id,
      passwordHash: found?.encrypted_password ?? null,
      device: { userAgent: null, address: null },
      now: clock.now(),
    }
    expect(await createSessionByPassword(db, input)).toMatchObject({ user_id: user.id })
    const opening = await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ encrypted_password: 'another' }).where('id', '=', user.id).execute()
      const waiting = createSessionByPassword(db, input)
      await expect.poll(() => isStatementWaiting()).toBe(true)
      await signOutEverywhere(tx, { userId: user.id })
      return { waiting }
    })
    expect(await opening.waiting).toBeUndefined()
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('with the right password tells a suspended user why and until when, and succeeds after that', async () => {
    const { email, user, client } = await signUp(service)
    await db
      .updateTable('profiles')
      .set({
        status: 'suspended',
        suspended_until: new Date(clock.now().getTime() + hourMs),
        suspension_reason: 'Cancelaciones repetidas.',
      })
      .where('id', '=', user.id)
      .execute()
    expect((await signIn(email, 'no es esta')).error?.code).toBe('invalid_credentials')
    const refused = (await signIn(email)).error
    expect(refused).toMatchObject({ status: 400, code: 'user_banned' })
    const until = new Date(clock.now().getTime() + hourMs).toISOString()
    const message = `User is suspended until ${until}. Reason: Cancelaciones repetidas.`
    expect(refused?.message).toBe(message)
    expect((await client.getUser()).error).toMatchObject({ status: 403, code: 'user_banned', message })

    clock.advance(hourMs + 1)
    expect((await signIn(email)).error).toBeNull()
    clock.set(new Date())
  })

  test('is refused after ten tries a minute from one network address, and possible from another', async () => {
    const { email } = await signUp(service)
    for (let i = 0; i < 10; i += 1) expect((await signIn(email, 'no')).error?.code).toBe('invalid_credentials')
    expect((await signIn(email)).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    const elsewhere = service.client({ address: '198.51.100.7' })
    expect((await elsewhere.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })

  test('from one network address uses up that address’s tries, not the account’s', async () => {
    const { email } = await signUp(service)
    const tries = async (count: number, password: string) => {
      for (let i = 0; i < count; i += 1) {
        const { error } = await signIn(email, password)
        expect(error?.code).toBe(password === goodPassword ? undefined : 'invalid_credentials')
      }
    }
    await tries(10, 'no')
    await resetMinute()
    await tries(10, 'no')
    await resetMinute()
    expect((await signIn(email)).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    const elsewhere = service.client({ address: '198.51.100.8' })
    expect((await elsewhere.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })

  test('repeated by one household never has to wait for ten minutes', async () => {
    const { email } = await signUp(service)
    for (let minute = 0; minute < 4; minute += 1) {
      for (let i = 0; i < 8; i += 1) expect((await signIn(email)).error).toBeNull()
      await resetMinute()
    }
  })
})

/** Whether a statement waits for a lock. */
async function isStatementWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** Deletes the counts of the last minute, as if it had passed. */
async function resetMinute() {
  await db.deleteFrom('rate_limits').where('key', 'like', 'auth.signIn%FromAddress:%').execute()
}

test('an unknown grant type is refused', async () => {
  for (const grant of ['', 'password2', 'constructor']) {
    const response = await service.send('POST', `/token?grant_type=${grant}`, { body: {} })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
    ])
  }
})
