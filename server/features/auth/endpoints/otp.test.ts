import { describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { db, settings } = service.platform
const { publicUrl } = settings

const requestCode = (
  email: string,
  options: { shouldCreateUser?: boolean; data?: object; emailRedirectTo?: string } = {},
) => service.client().signInWithOtp({ email, options })
const userOf = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe('a request for a sign-in mail', () => {
  test('mails a link that signs in', async () => {
    const { email, user } = await signUp(service)
    expect((await requestCode(email, { emailRedirectTo: `${publicUrl}/dashboard` })).error).toBeNull()
    const [mail] = await service.mailsTo(email)
    expect(mail).toMatchObject({ kind: 'accounts.magiclink', subject: 'Tu enlace para entrar' })
    const link = await service.linkTo(email)
    expect(link).toMatchObject({ type: 'magiclink', redirectTo: `${publicUrl}/dashboard` })
    const { to, values } = await service.press(link)
    expect(to).toBe(`${publicUrl}/dashboard`)
    const { data } = await service.client().getUser(values.get('access_token') ?? '')
    expect(data.user?.id).toBe(user.id)
    expect((await service.client().getClaims(values.get('access_token') ?? '')).data?.claims.amr).toMatchObject([
      { method: 'magiclink' },
    ])
  })

  test('that must not create an account refuses an unknown address, and mails nothing', async () => {
    const email = newAddress()
    expect((await requestCode(email, { shouldCreateUser: false })).error).toMatchObject({
      status: 422,
      code: 'otp_disabled',
    })
    expect(await service.mailsTo(email)).toEqual([])
    expect(await userOf(email)).toBeUndefined()
  })

  test('again within a minute is refused with the seconds to wait, known address or not', async () => {
    const { email } = await signUp(service)
    for (const address of [email, newAddress()]) {
      expect((await requestCode(address)).error).toBeNull()
      const { error } = await requestCode(address.toUpperCase())
      expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
      expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    }
    const unknown = newAddress()
    await requestCode(unknown, { shouldCreateUser: false })
    expect((await requestCode(unknown, { shouldCreateUser: false })).error?.code).toBe('over_email_send_rate_limit')
  })

  test.for([
    [{ email: 'no es un correo' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ phone: '+59899123456' }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.uy', create_user: 'no' }, 400, 'validation_failed'],
    [{ email: 'a@example.uy', data: { full_name: 'a\0' } }, 400, 'validation_failed'],
    [{ email: 'a@example.uy', code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
  ] as const)('with %j is refused', async ([body, status, code]) => {
    const response = await service.send('POST', '/otp', { body })
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, code])
  })
})

describe('a sign-up by mail', () => {
  test('creates an account without a password, which the link opens and confirms', async () => {
    const email = newAddress()
    const data = { full_name: 'Lucía Núñez', accepted_terms: legalVersions.terms, role: 'admin' }
    expect((await requestCode(email, { data })).error).toBeNull()
    expect(await userOf(email)).toMatchObject({ encrypted_password: null, email_verified_at: null })
    expect((await service.client().signInWithPassword({ email, password: '' })).error?.code).toBe('invalid_credentials')
    const { values } = await service.press(await service.linkTo(email))
    const { data: read } = await service.client().getUser(values.get('access_token') ?? '')
    expect(read.user?.email_confirmed_at).toBeTruthy()
    expect(read.user?.user_metadata).toEqual(data)
    const id = read.user?.id ?? ''
    expect(await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
      full_name: 'Lucía Núñez',
      user_type: 'patient',
    })
    expect(await db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute()).toEqual([
      { role: 'patient' },
    ])
    expect(await db.selectFrom('terms_acceptances').select('document').where('user_id', '=', id).execute()).toEqual([
      { document: 'terms' },
    ])
  })

  test('creates an account that the code opens, too', async () => {
    const email = newAddress()
    await requestCode(email)
    const client = service.client()
    const { data } = await client.verifyOtp({ email, token: await service.codeTo(email), type: 'email' })
    expect(data.user).toMatchObject({ email })
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeTruthy()
  })

  test('simultaneous with a sign-up by password creates one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newAddress()
      const [byMail, withPassword] = await Promise.all([
        requestCode(email, { data: { full_name: 'Ana' } }),
        service.client().signUp({ email, password: goodPassword }),
      ])
      expect(byMail.error).toBeNull()
      expect([undefined, 'user_already_exists']).toContain(withPassword.error?.code)
      expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    }
  })

  test('after a stranger’s sign-up keeps the data of the link that is followed', async () => {
    const email = newAddress()
    await requestCode(email, { data: { full_name: 'Otra persona', user_type: 'center' } })
    const strangers = await service.linkTo(email)
    await service.resetLimits()
    await requestCode(email, { data: { full_name: 'Ana' } })
    const { values } = await service.press(await service.linkTo(email))
    const { data } = await service.client().getUser(values.get('access_token') ?? '')
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ana' })
    const id = data.user?.id ?? ''
    expect(await db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute()).toEqual([
      { role: 'patient' },
    ])
    expect(await db.selectFrom('center_profiles').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await service.press(strangers)).values.get('error_code')).toBe('otp_expired')
  })
})

describe('a sign-in mail to an unverified account', () => {
  test('locks out the visitor who signed up when the owner says that they did not, second factor and change of address included', async () => {
    const stranger = await signUp(service, { data: { full_name: 'Ana' } })
    await stranger.client.updateUser({ email: newAddress() })
    const enrolled = await stranger.client.mfa.enroll({ factorType: 'totp', friendlyName: 'De otra persona' })
    await db
      .updateTable('mfa_factors')
      .set({ status: 'verified' })
      .where('id', '=', enrolled.data?.id ?? '')
      .execute()
    await requestCode(stranger.email)
    const { values } = await service.press(await service.linkTo(stranger.email), { isMine: false })

    const { data } = await service.client().getUser(values.get('access_token') ?? '')
    expect(data.user).toMatchObject({ email: stranger.email, user_metadata: {} })
    expect(data.user?.id).not.toBe(stranger.user.id)
    expect(data.user?.factors).toBeUndefined()
    expect(data.user?.new_email).toBeUndefined()
    expect((await service.client().signInWithPassword(stranger)).error?.code).toBe('invalid_credentials')
    expect((await stranger.client.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(
      await db.selectFrom('one_time_tokens').select('id').where('user_id', '=', stranger.user.id).execute(),
    ).toEqual([])
  })

  test('changes nothing of a verified account', async () => {
    const { email, client } = await signUp(service)
    await service.press(await service.linkTo(email))
    await requestCode(email, { data: { full_name: 'Otra persona', user_type: 'center' } })
    const { values } = await service.press(await service.linkTo(email))
    const { data } = await service.client().getUser(values.get('access_token') ?? '')
    expect(data.user?.user_metadata).toEqual({})
    expect((await client.getUser()).error).toBeNull()
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })
})
