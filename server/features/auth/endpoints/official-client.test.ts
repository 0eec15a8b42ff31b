import { describe, expect, test } from 'vitest'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const strict = await startService({ settings: { requireEmailConfirmation: true } })

/** The user object that the client's own tests expect after each sign-in method. */
const completeUser = (email: string) => ({
  id: expect.any(String),
  aud: 'authenticated',
  email,
  phone: '',
  email_confirmed_at: expect.any(String),
  last_sign_in_at: expect.any(String),
  created_at: expect.any(String),
  updated_at: expect.any(String),
  app_metadata: expect.objectContaining({ provider: 'email' }),
})

describe('what the official client’s own tests expect of a server: users', () => {
  test('a sign-up, a sign-in, a stored session and an update all carry the complete user', async () => {
    const { client, email, password, user } = await signUp(service)
    expect(user).toMatchObject(completeUser(email))
    const stored = await client.getSession()
    expect(stored.data.session).toMatchObject({ token_type: 'bearer', user: completeUser(email) })
    const signedIn = await service.client().signInWithPassword({ email, password })
    expect(signedIn.data.session).toMatchObject({ expires_in: 3600, user: completeUser(email) })
    const updated = await client.updateUser({ data: { hello: 'world' } })
    expect(updated.data.user).toMatchObject({ ...completeUser(email), user_metadata: { hello: 'world' } })
    expect((await client.getUser()).data.user).toMatchObject({ user_metadata: { hello: 'world' } })
  })

  test('a sign-up by PKCE is signed in, and its options are kept, whatever page it names', async () => {
    const email = newAddress()
    const options = { emailRedirectTo: email, data: { info: 'some info' } }
    const { data, error } = await service
      .client({ flowType: 'pkce' })
      .signUp({ email, password: goodPassword, options })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ info: 'some info' })
  })

  test.for([
    [{ email: 'asd@a.aa', password: '123' }, 'Password should be at least 6 characters'],
    [{ email: 'a', password: '123456' }, 'Unable to validate email address: invalid format'],
    [{ email: 'a@example.uy', password: '' }, 'Signup requires a valid password'],
    [{ password: '123456' }, 'You must provide either an email or phone number and a password'],
  ] as const)('a sign-up with %j is refused in English', async ([typed, sentence]) => {
    const { data, error } = await service.client().signUp(typed as { email: string; password: string })
    expect(data).toMatchObject({ user: null, session: null })
    expect(error?.message).toContain(sentence)
  })

  test('a second sign-up with an address gets the error that it is registered', async () => {
    const { email, password } = await signUp(service)
    const { data, error } = await service.client().signUp({ email, password })
    expect(data).toMatchObject({ user: null, session: null })
    expect(error?.message).toBe('User already registered')
  })

  test('a session whose account was deleted ends without an error', async () => {
    const { client, user } = await signUp(service)
    await service.platform.db.deleteFrom('users').where('id', '=', user.id).execute()
    expect((await client.signOut()).error).toBeNull()
    expect((await client.getSession()).data.session).toBeNull()
  })

  test('the account’s identities are read from the session', async () => {
    const { client, email } = await signUp(service)
    const { data, error } = await client.getUserIdentities()
    expect(error).toBeNull()
    expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
    expect((await service.client().getUserIdentities()).error?.message).toContain('Auth session missing!')
  })

  test('a new address by PKCE awaits its confirmation', async () => {
    const client = service.client({ flowType: 'pkce' })
    const email = newAddress()
    await client.signUp({ email, password: goodPassword })
    const { data, error } = await client.updateUser({ email: `otra-${email}` })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: `otra-${email}` })
    expect((await client.updateUser({ email: 'invalid-email' })).error).toMatchObject({ status: 400 })
  })
})

describe('what the official client’s own tests expect of a server: sessions', () => {
  test('a refresh, with or without an explicit token, returns new tokens of the same user', async () => {
    const { client, session, email } = await signUp(service)
    service.platform.clock.advance(1000)
    const named = await client.refreshSession({ refresh_token: session.refresh_token })
    expect(named.error).toBeNull()
    expect(named.data.session).toMatchObject({ token_type: 'bearer', user: completeUser(email) })
    expect(named.data.session?.refresh_token).not.toBe(session.refresh_token)
    service.platform.clock.advance(1000)
    const stored = await client.refreshSession()
    expect(stored.error).toBeNull()
    expect(stored.data.session?.refresh_token).not.toBe(named.data.session?.refresh_token)
    expect(stored.data.session?.access_token).not.toBe(session.access_token)
  })

  test('a session that is set from outside is stored and usable', async () => {
    const { session } = await signUp(service)
    const client = service.client()
    const { access_token, refresh_token } = session
    expect((await client.setSession({ access_token, refresh_token })).error).toBeNull()
    expect((await client.updateUser({ data: { hello: 'world' } })).data.user?.user_metadata.hello).toBe('world')
  })

  test.for(['invalid-refresh-token', 'expired-refresh-token', 'a'.repeat(12), '_'.repeat(70)])(
    'the refresh token %s is not found, with the protocol’s error',
    async (refresh_token) => {
      const { data, error } = await service.client().refreshSession({ refresh_token })
      expect(data.session).toBeNull()
      expect(error).toMatchObject({
        status: 400,
        code: 'refresh_token_not_found',
        message: 'Invalid Refresh Token: Refresh Token Not Found',
      })
    },
  )

  test('a token that another server signed is refused with its reason', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { aud: 'authenticated', exp: seconds + 3600, iat: seconds, sub: '1234567890', role: 'authenticated' }
    const forged = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.invalid_signature_that_is_not_base64url_encoded`
    const { data, error } = await service.client().getClaims(forged)
    expect(data).toBeNull()
    expect(error?.message).toContain('unable to parse or verify signature')
  })

  test('the claims are verified with the published keys, fetched once', async () => {
    const requested: string[] = []
    const client = service.client({
      fetch: async (input, init) => {
        requested.push(new URL(input instanceof Request ? input.url : input).pathname)
        return fetch(input, init)
      },
    })
    const email = newAddress()
    await client.signUp({ email, password: goodPassword })
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.claims.email).toBe(email)
    expect(requested).toEqual(['/auth/v1/signup', '/auth/v1/.well-known/jwks.json'])
  })
})

describe('what the official client’s own tests expect of a server: mails and codes', () => {
  test.for([{ emailRedirectTo: 'not-a-page' }, {}])(
    'a repeated request for a mail with %j succeeds',
    async (options) => {
      expect((await service.client().resend({ type: 'signup', email: newAddress(), options })).error).toBeNull()
    },
  )

  test('a sign-in link is mailed to a new address, except when the request must not create an account', async () => {
    const { data, error } = await service.client().signInWithOtp({ email: newAddress(), options: { data: { a: 1 } } })
    expect([error, data.user, data.session]).toEqual([null, null, null])
    const options = { shouldCreateUser: false, captchaToken: 'some_token', emailRedirectTo: 'no page' }
    const refused = await service.client({ flowType: 'pkce' }).signInWithOtp({ email: newAddress(), options })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    expect((await service.client().signInWithOtp({ email: 'invalid' })).error).toMatchObject({ status: 400 })
  })

  test('recovering an unknown account looks like recovering an existing one', async () => {
    const redirectTo = 'http://localhost:9999/welcome'
    const { email } = await signUp(service)
    for (const address of [email, newAddress()]) {
      const { data, error } = await strict.client().resetPasswordForEmail(address, { redirectTo, captchaToken: 'a' })
      expect([data, error]).toEqual([{}, null])
    }
  })

  test('a code that was never mailed is expired or invalid, for an address and for a telephone', async () => {
    const token = '123456'
    const byMail = await service.client().verifyOtp({ email: newAddress(), token, type: 'email' })
    expect(byMail.error?.message).toBe('Token has expired or is invalid')
    const byPhone = await service.client().verifyOtp({ phone: '15551234', token, type: 'phone_change' })
    expect(byPhone.error?.message).toBe('Token has expired or is invalid')
  })

  test('reauthenticating needs a session, and returns none', async () => {
    const { client } = await signUp(service)
    expect(await client.reauthenticate()).toMatchObject({ data: { user: null, session: null }, error: null })
    expect((await service.client().reauthenticate()).error).not.toBeNull()
  })
})

describe('what the official client’s own tests expect of a server: second factors', () => {
  test('a device is enrolled, challenged, refused a wrong code, and removed', async () => {
    const { client } = await signUp(service)
    const enrolled = await client.mfa.enroll({ factorType: 'totp' })
    expect(enrolled.error).toBeNull()
    const factorId = enrolled.data?.id ?? ''
    const challenge = await client.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ id: expect.any(String), expires_at: expect.any(Number) })
    const wrong = { factorId, challengeId: challenge.data?.id ?? '', code: '123456' }
    for (const result of [await client.mfa.verify(wrong), await client.mfa.challengeAndVerify(wrong)]) {
      expect([result.data, result.error?.message]).toEqual([null, expect.stringContaining('Invalid TOTP code')])
    }
    const level = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'password' }])
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [], totp: [] })
  })

  test('without a session each step requires a bearer token', async () => {
    const { mfa } = service.client()
    const [factorId, challengeId] = ['test-factor-id', 'test-challenge-id']
    for (const { data, error } of [
      await mfa.enroll({ factorType: 'totp' }),
      await mfa.challenge({ factorId }),
      await mfa.verify({ factorId, challengeId, code: '123456' }),
      await mfa.unenroll({ factorId }),
    ]) {
      expect([data, error?.message]).toEqual([null, expect.stringContaining('Bearer token')])
    }
  })
})

describe('what the official client’s own tests expect of a server: disabled sign-in methods', () => {
  const phone = '15551234567'

  test('a telephone number creates no account', async () => {
    const options = { data: { info: 'some info' }, channel: 'whatsapp', captchaToken: 'some_token' } as const
    for (const result of [
      await service.client().signUp({ phone, password: goodPassword, options }),
      await service.client().signInWithOtp({ phone, options: { ...options, shouldCreateUser: true } }),
      await service.client({ flowType: 'pkce' }).signInWithOtp({ phone }),
      await service.client().signInWithOtp({ phone: 'invalid-phone' }),
      await service.client().signInWithPassword({ phone: '+34123', password: goodPassword }),
    ]) {
      expect(result.error).toMatchObject({ status: 400 })
      expect(result.data).toMatchObject({ user: null, session: null })
    }
  })

  test('a sign-in without an address is refused', async () => {
    const { data, error } = await service.client().signInAnonymously()
    expect([data.session, error?.message]).toEqual([null, 'Anonymous sign-ins are disabled'])
  })

  test.for(['solana', 'ethereum'] as const)('a wallet of %s is refused as disabled', async (chain) => {
    const signature = new Uint8Array([1, 2, 3]) as never
    const { data, error } = await service
      .client()
      .signInWithWeb3({ chain, message: 'test message', signature } as never)
    expect(data).toMatchObject({ user: null, session: null })
    expect(error).toMatchObject({ status: 422, code: 'web3_provider_disabled', message: 'Web3 provider is disabled' })
  })

  test.for([
    ['google', 'https://accounts.google.com'],
    ['apple', 'https://appleid.apple.com'],
  ] as const)('the error for an ID token of %s names the provider without settings', async ([provider, issuer]) => {
    const credentials = { provider, token: 'mock-id-token', nonce: 'mock-nonce', options: { captchaToken: 'a' } }
    const { data, error } = await service.client().signInWithIdToken(credentials)
    expect(data).toMatchObject({ user: null, session: null })
    expect(error?.message).toContain(`Provider (issuer "${issuer}") is not enabled`)
  })

  test.for([{ providerId: 'a', domain: 'b', options: {} }, { domain: 'b' }, {}])(
    'single sign-on with %j is disabled',
    async (requested) => {
      const { data, error } = await service.client({ flowType: 'pkce' }).signInWithSSO(requested as { domain: string })
      expect([data, error?.message]).toEqual([null, 'SAML 2.0 is disabled'])
    },
  )
})
