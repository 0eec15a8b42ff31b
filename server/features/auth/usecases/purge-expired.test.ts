import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { goodPassword, newAddress, startService } from '#server/testing/auth-service.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { purgeExpired } from './purge-expired.ts'

const service = await startService({ settings: { requireEmailConfirmation: true } })
const { platform } = service
const { db, clock } = platform
const at = (ms: number) => new Date(clock.now().getTime() + ms)
const purge = () => purgeExpired(platform)

const token = ({ userId, kind, expires_at }: { userId: string; expires_at: Date; kind?: string }) => ({
  id: newId(),
  user_id: userId,
  kind: kind ?? 'recovery',
  email: 'persona@example.uy',
  token_hash: newId(),
  expires_at,
})
const authCode = ({ userId, expires_at }: { userId: string; expires_at: Date }) => ({
  code_hash: newId(),
  user_id: userId,
  method: 'recovery',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 's256',
  expires_at,
})
const state = (expires_at: Date) => ({
  state_hash: newId(),
  provider: 'google',
  browser_hash: 'x',
  sealed_code_verifier: Buffer.alloc(1),
  nonce: 'x',
  redirect_to: 'https://senda.uy/',
  expires_at,
})
const session = ({ userId, not_after }: { userId: string; not_after: Date | null }) => ({
  id: newId(),
  user_id: userId,
  refresh_key: Buffer.alloc(32),
  not_after,
})
const factor = ({ userId, status, created_at }: { userId: string; status: string; created_at: Date }) => ({
  id: newId(),
  user_id: userId,
  status,
  sealed_secret: Buffer.alloc(1),
  created_at,
})

test('the job deletes what has expired and nothing else, and a second run changes nothing', async () => {
  const { userId } = await buildAccount(platform)
  const expired = {
    tokens: token({ userId, expires_at: at(-hourMs) }),
    codes: authCode({ userId, expires_at: at(-1) }),
    states: state(at(-1)),
    sessions: session({ userId, not_after: at(0) }),
    factors: factor({ userId, status: 'unverified', created_at: at(-25 * hourMs) }),
  }
  const unexpired = {
    tokens: token({ userId, expires_at: at(-hourMs + 1), kind: 'magiclink' }),
    codes: authCode({ userId, expires_at: at(1) }),
    states: state(at(1)),
    sessions: [session({ userId, not_after: at(1) }), session({ userId, not_after: null })],
    factors: [
      factor({ userId, status: 'unverified', created_at: at(-23 * hourMs) }),
      factor({ userId, status: 'verified', created_at: at(-25 * hourMs) }),
    ],
  }
  await db.insertInto('one_time_tokens').values([expired.tokens, unexpired.tokens]).execute()
  await db.insertInto('auth_codes').values([expired.codes, unexpired.codes]).execute()
  await db.insertInto('oauth_states').values([expired.states, unexpired.states]).execute()
  await db
    .insertInto('sessions')
    .values([expired.sessions, ...unexpired.sessions])
    .execute()
  await db
    .insertInto('mfa_factors')
    .values([expired.factors, ...unexpired.factors])
    .execute()

  for (let round = 0; round < 2; round += 1) {
    await purge()
    const tokens = await db.selectFrom('one_time_tokens').select('id').where('user_id', '=', userId).execute()
    expect(tokens.map((row) => row.id)).toEqual([unexpired.tokens.id])
    expect(await db.selectFrom('auth_codes').select('code_hash').execute()).toEqual([
      { code_hash: unexpired.codes.code_hash },
    ])
    expect(await db.selectFrom('oauth_states').select('state_hash').execute()).toEqual([
      { state_hash: unexpired.states.state_hash },
    ])
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
    expect(sessions.map((row) => row.id).toSorted()).toEqual(unexpired.sessions.map((row) => row.id).toSorted())
    const factors = await db.selectFrom('mfa_factors').select('id').where('user_id', '=', userId).execute()
    expect(factors.map((row) => row.id).toSorted()).toEqual(unexpired.factors.map((row) => row.id).toSorted())
  }
})

describe('a sign-up whose link expired before it was used', () => {
  const strangersPassword = 'de-otra-persona'
  const signUp = async (email: string, password: string) => {
    await service.resetLimits()
    await service.client().signUp({ email, password })
  }
  const signIn = async (email: string, password: string) =>
    (await service.client().signInWithPassword({ email, password })).error?.code
  const expire = async () => {
    clock.advance(26 * hourMs)
    await purge()
  }
  const tokensOf = (email: string) => db.selectFrom('one_time_tokens').select('id').where('email', '=', email).execute()

  test('keeps its own password when the mail is sent again', async () => {
    const email = newAddress()
    await signUp(email, goodPassword)
    await expire()
    await service.resetLimits()
    await service.client().resend({ type: 'signup', email })
    expect((await service.press(await service.linkTo(email))).values.get('type')).toBe('signup')
    expect(await signIn(email, goodPassword)).toBeUndefined()
    expect(await tokensOf(email)).toEqual([])
    clock.set(new Date())
  })

  test.for([
    ['after the first has expired', [goodPassword, 'expire', strangersPassword]],
    ['and both have expired', [goodPassword, strangersPassword, 'expire', 'resend']],
    [
      'and many have expired',
      [strangersPassword, goodPassword, strangersPassword, strangersPassword, 'expire', 'resend'],
    ],
    ['one after the other expired', [goodPassword, 'expire', strangersPassword, 'expire', 'resend']],
  ] as const)('still counts when a stranger signs up %s, so the account gets no password', async ([, steps]) => {
    const email = newAddress()
    for (const step of steps) {
      if (step === 'expire') await expire()
      else if (step === 'resend') {
        await service.resetLimits()
        await service.client().resend({ type: 'signup', email })
      } else await signUp(email, step)
    }
    await purge()
    expect((await tokensOf(email)).length).toBe(2)
    expect((await service.press(await service.linkTo(email))).to).toMatch(/\/reset-password$/)
    expect(await signIn(email, strangersPassword)).toBe('invalid_credentials')
    expect(await signIn(email, goodPassword)).toBe('invalid_credentials')
    expect(await tokensOf(email)).toEqual([])
    clock.set(new Date())
  })
})

test('a session ends after 90 days without a use or a refresh', async () => {
  const { userId } = await buildAccount(platform)
  const longAgo = at(-90 * 24 * hourMs - 1)
  const rows = {
    unused: { ...session({ userId, not_after: null }), last_used_at: longAgo, refreshed_at: longAgo },
    used: { ...session({ userId, not_after: null }), last_used_at: at(-89 * 24 * hourMs), refreshed_at: longAgo },
    refreshed: { ...session({ userId, not_after: null }), last_used_at: longAgo, refreshed_at: at(-89 * 24 * hourMs) },
  }
  await db.insertInto('sessions').values(Object.values(rows)).execute()
  await purge()
  const remaining = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  expect(remaining.map((row) => row.id).toSorted()).toEqual([rows.used.id, rows.refreshed.id].toSorted())
})
