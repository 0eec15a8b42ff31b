import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import {
  clientVersions,
  goodPassword,
  newAddress,
  type Service,
  signUp,
  startService,
} from '#server/testing/auth-service.ts'

const service = await startService()
const { db, clock, settings } = service.platform
const { publicUrl } = settings

type Link = { token: string; type: string; redirectTo: string }

/** The link's redirect, with the code in its URL. */
async function follow(link: Link, from: Service = service) {
  const { to, values } = await from.press(link)
  const url = new URL(to)
  return { url, code: url.searchParams.get('code') ?? '', values }
}

const exchange = (body: object) => service.send('POST', '/token?grant_type=pkce', { body })
async function refusalOf(body: object) {
  const response = await exchange(body)
  return [response.status, response.headers.get('x-sb-error-code')]
}

const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A code for this verifier, from a followed link. */
async function codeFor(input: { code_challenge: string; code_challenge_method: string }) {
  const { email, user } = await signUp(service)
  await service.send('POST', '/recover', { body: { email, ...input } })
  return { email, user, code: (await follow(await service.linkTo(email))).code }
}
const s256 = { code_challenge: challenge, code_challenge_method: 's256' }

describe.each(clientVersions)('the client %s with PKCE', (version) => {
  const browser = () => service.client({ version, flowType: 'pkce' })

  test('recovers the account by exchanging the code of the link’s redirect', async () => {
    const { email, user } = await signUp(service)
    const client = browser()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    await client.resetPasswordForEmail(email, { redirectTo: `${publicUrl}/reset-password?desde=correo` })
    const { url, code, values } = await follow(await service.linkTo(email))
    expect(`${url.origin}${url.pathname}`).toBe(`${publicUrl}/reset-password`)
    expect(url.searchParams.get('desde')).toBe('correo')
    expect(values.size).toBe(0)

    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
  })

  test('signs in with a mailed link', async () => {
    const { email, user } = await signUp(service)
    const client = browser()
    await client.signInWithOtp({ email })
    const { code } = await follow(await service.linkTo(email))
    expect((await client.exchangeCodeForSession(code)).data.user?.id).toBe(user.id)
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeTruthy()
  })

  test('can use the mail’s code instead, which needs no verifier', async () => {
    const { email, user } = await signUp(service)
    const client = browser()
    await client.signInWithOtp({ email })
    const { data } = await client.verifyOtp({ email, token: await service.codeTo(email), type: 'email' })
    expect(data.user?.id).toBe(user.id)
  })

  test.for(['first', 'again'])(
    'confirms a sign-up with a code, or with a session when the mail was sent again (%s)',
    async (which) => {
      const strict = await startService({ settings: { requireEmailConfirmation: true } })
      const email = newAddress()
      const client = strict.client({ version, flowType: 'pkce' })
      await client.signUp({ email, password: goodPassword })
      await strict.resetLimits()
      const first = await strict.linkTo(email)
      const stranger = strict.client({ version })
      await stranger.resend({ type: 'signup', email })
      if (which === 'again') {
        const { values } = await follow(await strict.linkTo(email), strict)
        expect((await stranger.getUser(values.get('access_token') ?? '')).data.user).toMatchObject({ email })
        return
      }
      const { code } = await follow(first, strict)
      expect((await client.exchangeCodeForSession(code)).error).toBeNull()
      expect((await client.getUser()).data.user).toMatchObject({ email })
    },
  )
})

// The older client deletes its verifier when it saves the session that updateUser returns.
test('the newest client changes the address with PKCE', async () => {
  const { email, session } = await signUp(service)
  const client = service.client({ flowType: 'pkce' })
  await client.setSession(session)
  const newEmail = newAddress()
  await client.updateUser({ email: newEmail })
  expect((await follow(await service.linkTo(email))).values.get('message')).toMatch(/other email/)
  const { code } = await follow(await service.linkTo(newEmail))
  const { data, error } = await client.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(newEmail)
})

test.for(['signup', 'email_change'] as const)(
  'a %s mail that a stranger requests again is never bound to the stranger’s browser',
  async (type) => {
    const strict = await startService({ settings: { requireEmailConfirmation: type === 'signup' } })
    const email = newAddress()
    const owner = strict.client()
    const { data } = await owner.signUp({ email, password: goodPassword })
    const newEmail = newAddress()
    if (data.session) await owner.updateUser({ email: newEmail })
    await strict.resetLimits()
    const requested = await strict.send('POST', '/resend', { body: { type, email, ...s256 } })
    expect(requested.status).toBe(200)
    const stored = await strict.platform.db.selectFrom('one_time_tokens').select('code_challenge').execute()
    expect(stored).not.toEqual([])
    expect(stored.every((token) => token.code_challenge === null)).toBe(true)
    if (type === 'email_change') await follow(await strict.linkTo(email), strict)
    const { code, values } = await follow(await strict.linkTo(type === 'signup' ? email : newEmail), strict)
    expect([code, values.has('access_token')]).toEqual(['', true])
  },
)

test('a recovery without PKCE, after one with it, redirects with a session', async () => {
  const { email } = await signUp(service)
  await service.client({ flowType: 'pkce' }).resetPasswordForEmail(email)
  await service.resetLimits()
  await service.client().resetPasswordForEmail(email)
  expect((await follow(await service.linkTo(email))).values.has('access_token')).toBe(true)
})

describe('a code', () => {
  test('opens no session until it is exchanged', async () => {
    const { user, code } = await codeFor(s256)
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
    expect((await exchange({ auth_code: code, code_verifier: verifier })).status).toBe(200)
  })

  test('works once, also for twenty simultaneous exchanges', async () => {
    const { code } = await codeFor(s256)
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        exchange({ auth_code: code, code_verifier: verifier }).then(({ status }) => status),
      ),
    )
    expect(all.filter((status) => status === 200)).toHaveLength(1)
    expect(all.filter((status) => status === 404)).toHaveLength(19)
    expect(await refusalOf({ auth_code: code, code_verifier: verifier })).toEqual([404, 'flow_state_not_found'])
  })

  test('with a wrong verifier is refused and deleted', async () => {
    const { code } = await codeFor(s256)
    expect(await refusalOf({ auth_code: code, code_verifier: 'w'.repeat(64) })).toEqual([400, 'bad_code_verifier'])
    expect(await refusalOf({ auth_code: code, code_verifier: verifier })).toEqual([404, 'flow_state_not_found'])
  })

  test('sent with the challenge instead of the verifier is refused', async () => {
    const { code } = await codeFor(s256)
    expect(await refusalOf({ auth_code: code, code_verifier: challenge })).toEqual([400, 'bad_code_verifier'])
  })

  test('ends after five minutes', async () => {
    const { code } = await codeFor(s256)
    clock.advance(300_000)
    expect(await refusalOf({ auth_code: code, code_verifier: verifier })).toEqual([422, 'flow_state_expired'])
    clock.set(new Date())
  })

  test('with a plain challenge works as well', async () => {
    const { code } = await codeFor({ code_challenge: verifier, code_challenge_method: 'plain' })
    expect((await exchange({ auth_code: code, code_verifier: verifier })).status).toBe(200)
  })

  test('ends with the password, as every link does', async () => {
    const { email, code } = await codeFor(s256)
    await service.resetLimits()
    await service.client().resetPasswordForEmail(email)
    const { values } = await service.press(await service.linkTo(email))
    const client = service.client()
    await client.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
    expect(await refusalOf({ auth_code: code, code_verifier: verifier })).toEqual([404, 'flow_state_not_found'])
  })

  test('of a user who was banned in the meantime is refused', async () => {
    const { user, code } = await codeFor(s256)
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', user.id).execute()
    expect(await refusalOf({ auth_code: code, code_verifier: verifier })).toEqual([400, 'user_banned'])
  })

  test('is stored as a hash only', async () => {
    const { user, code } = await codeFor(s256)
    const rows = await db.selectFrom('auth_codes').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

test.for([
  ['nothing', {}, 400, 'validation_failed'],
  ['no verifier', { auth_code: 'x' }, 400, 'validation_failed'],
  ['no code', { code_verifier: 'x' }, 400, 'validation_failed'],
  ['nulls', { auth_code: null, code_verifier: null }, 400, 'validation_failed'],
  ['a list', { auth_code: ['x'], code_verifier: 'x' }, 400, 'validation_failed'],
  ['a NUL byte', { auth_code: 'a\0', code_verifier: 'x' }, 400, 'validation_failed'],
  ['an unknown code', { auth_code: 'x', code_verifier: 'x' }, 404, 'flow_state_not_found'],
  ['far too much', { auth_code: 'x'.repeat(100_000), code_verifier: 'x'.repeat(100_000) }, 404, 'flow_state_not_found'],
] as const)('%s can’t be exchanged', async ([, body, status, code]) => {
  expect(await refusalOf(body)).toEqual([status, code])
})

test.for([
  [{ code_challenge: challenge }],
  [{ code_challenge_method: 's256' }],
  [{ code_challenge: challenge, code_challenge_method: 's512' }],
  [{ code_challenge: 'x'.repeat(42), code_challenge_method: 'plain' }],
  [{ code_challenge: 'x'.repeat(129), code_challenge_method: 'plain' }],
  [{ code_challenge: `${'x'.repeat(42)} `, code_challenge_method: 'plain' }],
] as const)('%j is refused as a challenge', async ([body]) => {
  for (const path of ['/otp', '/recover', '/signup']) {
    const response = await service.send('POST', path, {
      body: { email: newAddress(), password: goodPassword, ...body },
    })
    expect([path, response.status, response.headers.get('x-sb-error-code')]).toEqual([path, 400, 'validation_failed'])
  }
})
