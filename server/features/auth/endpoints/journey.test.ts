import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { clientVersions, goodPassword, newAddress, startService } from '#server/testing/auth-service.ts'
import { codeOf } from '#server/testing/authenticator.ts'

/** Every endpoint once, through the client's own methods. The other files cover the details. */
describe.each(clientVersions)('a user of client version %s', async (version) => {
  const service = await startService({ version })
  const { clock, settings } = service.platform
  const { publicUrl } = settings

  /** A client on the page that a link redirects to. */
  const arrive = async (values: URLSearchParams) => {
    const client = service.client()
    const { error } = await client.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    return client
  }
  const amrOf = async (client: ReturnType<typeof service.client>) =>
    (await client.getClaims()).data?.claims.amr as unknown as { method: string }[]

  test('signs up, confirms the address, signs out and signs in with every method', async () => {
    const email = newAddress()
    const client = service.client()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))

    const signedUp = await client.signUp({
      email,
      password: goodPassword,
      options: { data: { full_name: 'Ana' }, emailRedirectTo: `${publicUrl}/` },
    })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session?.expires_in).toBe(3600)
    expect((await client.getUser()).data.user).toMatchObject({ email, user_metadata: { full_name: 'Ana' } })
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    const confirmed = await arrive((await service.press(await service.linkTo(email))).values)
    expect((await confirmed.getUser()).data.user?.email_confirmed_at).toBeTruthy()

    expect((await client.refreshSession()).data.session?.refresh_token).toBeTruthy()
    expect((await client.signOut()).error).toBeNull()
    expect((await client.getSession()).data.session).toBeNull()
    expect((await confirmed.getUser()).error?.name).toBe('AuthSessionMissingError')

    const wrong = await client.signInWithPassword({ email, password: 'no es esta' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
    expect(events).toEqual(expect.arrayContaining(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']))

    expect((await client.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
    const byCode = service.client()
    expect((await byCode.verifyOtp({ email, token: await service.codeTo(email), type: 'email' })).error).toBeNull()
    expect(await amrOf(byCode)).toMatchObject([{ method: 'otp' }])

    await service.resetLimits()
    const byLink = service.client({ flowType: 'pkce' })
    expect((await byLink.signInWithOtp({ email })).error).toBeNull()
    const { to } = await service.press(await service.linkTo(email))
    const exchanged = await byLink.exchangeCodeForSession(new URL(to).searchParams.get('code') ?? '')
    expect(exchanged.data.user?.email).toBe(email)
    expect(await amrOf(byLink)).toMatchObject([{ method: 'magiclink' }])
  })

  test('signs up without a password, by the mailed code alone', async () => {
    const email = newAddress()
    const client = service.client()
    expect((await client.signInWithOtp({ email, options: { data: { full_name: 'Ana' } } })).error).toBeNull()
    const { data } = await client.verifyOtp({ email, token: await service.codeTo(email), type: 'email' })
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ana' })
    expect((await client.updateUser({ password: goodPassword })).error).toBeNull()
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })

  test('forgets the password and chooses another one, by link, by hash and by code', async () => {
    const email = newAddress()
    await service.client().signUp({ email, password: goodPassword })
    const redirectTo = `${publicUrl}/reset-password`

    await service.client().resetPasswordForEmail(email, { redirectTo })
    const byLink = await arrive((await service.press(await service.linkTo(email))).values)
    expect((await byLink.updateUser({ password: 'primera-nueva' })).error).toBeNull()

    await service.resetLimits()
    await service.client().resetPasswordForEmail(email, { redirectTo })
    const byHash = service.client()
    const { token } = await service.linkTo(email)
    expect((await byHash.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
    expect((await byHash.updateUser({ password: 'segunda-nueva' })).error).toBeNull()

    await service.resetLimits()
    await service.client().resetPasswordForEmail(email, { redirectTo })
    const byCode = service.client()
    expect((await byCode.verifyOtp({ email, type: 'recovery', token: await service.codeTo(email) })).error).toBeNull()
    expect((await byCode.updateUser({ password: 'tercera-nueva' })).error).toBeNull()
    expect((await byHash.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await service.client().signInWithPassword({ email, password: 'tercera-nueva' })).error).toBeNull()
  })

  test('changes data, password and address without a recent sign-in', async () => {
    const email = newAddress()
    const client = service.client()
    await client.signUp({ email, password: goodPassword, options: { data: { full_name: 'Ana', gone: 1 } } })
    const changed = await client.updateUser({ data: { full_name: 'Ana Laura', gone: null } })
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ana Laura' })

    clock.advance(16 * minuteMs)
    const newPassword = 'otra-sombra-2026'
    expect((await client.updateUser({ password: newPassword })).error?.code).toBe('reauthentication_needed')
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = await service.codeTo(email)
    expect((await client.updateUser({ password: newPassword, nonce })).error).toBeNull()

    const newEmail = newAddress()
    const change = await client.updateUser({ email: newEmail, current_password: newPassword })
    expect(change.data.user?.new_email).toBe(newEmail)
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull()
    const halfway = await service.press(await service.linkTo(email))
    expect(halfway.values.get('message')).toMatch(/other email/)
    const done = await service.client().verifyOtp({
      email: newEmail,
      token: await service.codeTo(newEmail),
      type: 'email_change',
    })
    expect(done.data.user?.email).toBe(newEmail)
    expect((await service.client().signInWithPassword({ email: newEmail, password: newPassword })).error).toBeNull()
    clock.set(new Date())
  })

  test('sees their identities, cannot remove the only one, and cannot link a provider without settings', async () => {
    const email = newAddress()
    const client = service.client()
    await client.signUp({ email, password: goodPassword })
    const { data } = await client.getUserIdentities()
    expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
    const identity = data?.identities[0]
    if (!identity) throw new Error('no identity')
    expect((await client.unlinkIdentity(identity)).error?.code).toBe('single_identity_not_deletable')
    const linking = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(linking.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('adds a second factor, uses it and removes it', async () => {
    const email = newAddress()
    const client = service.client()
    await client.signUp({ email, password: goodPassword })
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    if (enrolled.data?.type !== 'totp') throw enrolled.error ?? new Error('no factor')
    const { id: factorId, totp } = enrolled.data
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml/)
    const { data: challenge } = await client.mfa.challenge({ factorId })
    const code = codeOf({ secret: totp.secret, at: clock.now() })
    const verified = await client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    expect(verified.error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])

    const other = service.client()
    await other.signInWithPassword({ email, password: goodPassword })
    expect((await other.updateUser({ password: 'otra-sombra' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
    clock.advance(minuteMs)
    const next = codeOf({ secret: totp.secret, at: clock.now() })
    expect((await other.mfa.challengeAndVerify({ factorId, code: next })).error).toBeNull()
    expect((await other.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await other.mfa.listFactors()).data?.all).toEqual([])
    clock.set(new Date())
  })

  test('signs out of this session, the others or all', async () => {
    const email = newAddress()
    const [first, second, third] = [service.client(), service.client(), service.client()]
    await first.signUp({ email, password: goodPassword })
    for (const client of [second, third]) await client.signInWithPassword({ email, password: goodPassword })
    const tokens = await Promise.all(
      [first, second, third].map(async (client) => (await client.getSession()).data.session?.access_token ?? ''),
    )
    const alive = () => Promise.all(tokens.map(async (token) => (await service.client().getUser(token)).error === null))
    expect(await alive()).toEqual([true, true, true])
    await third.signOut({ scope: 'local' })
    expect(await alive()).toEqual([true, true, false])
    await first.signOut({ scope: 'others' })
    expect(await alive()).toEqual([true, false, false])
    await first.signOut({ scope: 'global' })
    expect(await alive()).toEqual([false, false, false])
  })

  test('has tokens that the published keys verify', async () => {
    const client = service.client()
    await client.signUp({ email: newAddress(), password: goodPassword })
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({ iss: `${publicUrl}/auth/v1`, aud: 'authenticated', aal: 'aal1' })
  })

  test('learns that single sign-on, anonymous accounts and telephones are disabled', async () => {
    const client = service.client()
    expect((await client.signInWithSSO({ domain: 'senda.uy' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    })
    expect((await client.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    const phone = '+59899123456'
    expect((await client.signInWithOtp({ phone })).error?.code).toBe('phone_provider_disabled')
    expect((await client.signUp({ phone, password: goodPassword })).error?.code).toBe('phone_provider_disabled')
    expect((await client.verifyOtp({ phone, token: '123456', type: 'sms' })).error?.code).toBe('otp_expired')
    const idToken = await client.signInWithIdToken({ provider: 'google', token: 'x.y.z' })
    expect(idToken.error?.status).toBe(400)
  })
})
