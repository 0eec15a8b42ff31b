import { AuthWeakPasswordError } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'

import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

describe('signing up without waiting for the address to be confirmed', async () => {
  const service = await startService()
  const { db } = service.platform

  const rolesOf = async (userId: string) =>
    (await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()).map((row) => row.role)

  test('a new person is signed in, has a profile, and gets a mail to confirm the address', async () => {
    const { email, user, session } = await signUp(service, {
      data: { full_name: '  Lucía Núñez ', phone: '099 123 456', address: '', emergency_contact: 'Ana 098 111 222' },
    })
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session.expires_at).toBe(Math.floor(service.platform.clock.now().getTime() / 1000) + 3600)
    expect(user).toMatchObject({ email, phone: '', aud: 'authenticated', role: 'authenticated', is_anonymous: false })
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(user.email_confirmed_at).toBeUndefined()
    expect(user.factors).toBeUndefined()
    expect(user.identities?.[0]).toMatchObject({ provider: 'email', user_id: user.id, id: user.id, email })
    expect(await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()).toMatchObject({
      full_name: 'Lucía Núñez',
      phone: '099 123 456',
      address: null,
      emergency_contact: 'Ana 098 111 222',
      user_type: 'patient',
      status: 'active',
    })
    expect(await rolesOf(user.id)).toEqual(['patient'])
    expect(await service.mailsTo(email)).toMatchObject([{ kind: 'accounts.signup', subject: 'Confirma tu correo' }])

    const pressed = await service.press(await service.linkTo(email))
    expect(pressed.to).toBe(`${service.platform.settings.publicUrl}/`)
    const confirmed = await service.client().getUser(pressed.values.get('access_token') ?? '')
    expect(confirmed.data.user).toMatchObject({
      id: user.id,
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy()
  })

  test('what was accepted is kept with its version and time, if that version is in force', async () => {
    const { user } = await signUp(service, {
      data: { accepted_terms: legalVersions.terms, accepted_privacy: '1999-01-01' },
    })
    const kept = await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', user.id).execute()
    expect(kept).toEqual([
      { user_id: user.id, document: 'terms', version: legalVersions.terms, accepted_at: service.platform.clock.now() },
    ])
  })

  test.for([
    [{ user_type: 'center' }, 'center'],
    [{ role: 'center' }, 'center'],
    [{ role: 'patient' }, 'patient'],
    [{ role: 'admin' }, 'patient'],
    [{ user_type: 'moderator', role: 'center' }, 'center'],
    [{ user_type: ['center'] }, 'patient'],
    [{ user_type: 'patient', role: 'center' }, 'patient'],
    [{ roles: ['admin'], app_metadata: { role: 'admin' } }, 'patient'],
  ] as const)('metadata %j makes a %s', async ([data, expected]) => {
    const { user } = await signUp(service, { data, password: 'Ceibo-2026!' })
    expect(await rolesOf(user.id)).toEqual([expected])
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(await db.selectFrom('center_profiles').select('id').where('id', '=', user.id).execute()).toEqual([])
  })

  test.for([
    ['cinco', 'patient', ['length']],
    ['largapero simple', 'center', ['characters']],
    ['Aa1!', 'center', ['length']],
    ['aa1!', 'center', ['length', 'characters']],
  ] as const)('the password %s is too weak for a %s', async ([password, user_type, reasons]) => {
    const { error } = await service.client().signUp({ email: newAddress(), password, options: { data: { user_type } } })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
  })

  test('72 bytes of password are accepted, 73 refused', async () => {
    const { email } = await signUp(service, { password: `${'ñ'.repeat(35)}ab` })
    expect((await service.client().signInWithPassword({ email, password: `${'ñ'.repeat(35)}ab` })).error).toBeNull()
    const { error } = await service.client().signUp({ email: newAddress(), password: `${'ñ'.repeat(36)}a` })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test.for([
    ['no es un correo', 'validation_failed'],
    ['lucia@example', 'validation_failed'],
    ['lucía@example.uy', 'validation_failed'],
    // The Kelvin sign, which lower-cases to an ASCII k.
    ['\u212Aarla@example.uy', 'validation_failed'],
    [`${'a'.repeat(250)}@example.uy`, 'validation_failed'],
    ['a@example.uy, b@example.uy', 'validation_failed'],
    ['a@example.uy\r\nBcc: b@example.uy', 'validation_failed'],
  ])('the address %j is refused', async ([email = '', code]) => {
    expect((await service.client().signUp({ email, password: goodPassword })).error).toMatchObject({
      status: 400,
      code,
    })
  })

  test('letters of an address make no difference; a second sign-up is told so, and changes nothing', async () => {
    const { email, user } = await signUp(service)
    const second = await service.client().signUp({ email: email.toUpperCase(), password: 'otra-distinta' })
    expect(second.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
    const again = await service.client().signInWithPassword({ email: email.toUpperCase(), password: goodPassword })
    expect(again.data.user?.id).toBe(user.id)
  })

  test('of ten sign-ups of one address at once, one wins', async () => {
    const email = newAddress()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => service.client().signUp({ email, password: goodPassword })),
    )
    expect(all.filter((one) => one.data.session)).toHaveLength(1)
    expect(new Set(all.flatMap((one) => one.error?.code ?? []))).toEqual(new Set(['user_already_exists']))
    expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    expect(await service.mailsTo(email)).toHaveLength(1)
  })

  test('no address at all would be anonymous, which is off', async () => {
    expect((await service.client().signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    })
  })

  test('emoji, right-to-left and very long text come back as they were; the profile takes what fits', async () => {
    const data = { full_name: 'محمد 🌿', note: 'x'.repeat(10_000), phone: '9'.repeat(41), list: [1, { a: null }] }
    const { user, client } = await signUp(service, { data })
    expect(user.user_metadata).toEqual(data)
    expect((await client.getUser()).data.user?.user_metadata).toEqual(data)
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()
    expect(profile).toMatchObject({ full_name: 'محمد 🌿', phone: null })
  })

  test('a token stays small enough for a header, however much metadata there is', async () => {
    for (const note of ['x'.repeat(60_000), '🌿'.repeat(400), 'ñ'.repeat(480)]) {
      const { session } = await signUp(service, { data: { note } })
      expect(session.access_token.length).toBeLessThan(4096)
    }
  })

  test.for([
    ['a NUL byte', { full_name: 'a\0b' }],
    ['a NUL byte in a key', { 'a\0b': 1 }],
    ['half a letter', { full_name: '\uD800' }],
    ['too much', { note: 'x'.repeat(70_000) }],
    ['too deep', { a: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }],
  ] as const)('metadata with %s is refused', async ([, data]) => {
    const { error } = await service.client().signUp({ email: newAddress(), password: goodPassword, options: { data } })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('where the address must be confirmed first', async () => {
  const service = await startService({ settings: { requireEmailConfirmation: true } })
  const { db, clock } = service.platform
  const signUpOnce = (email: string, password = goodPassword) =>
    service.client().signUp({ email, password, options: { data: { full_name: 'Ana' } } })
  test('nobody is signed in, and signing in works from the mailed link on', async () => {
    const email = newAddress()
    const { data, error } = await signUpOnce(email)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, confirmation_sent_at: clock.now().toISOString() })
    const signIn = () => service.client().signInWithPassword({ email, password: goodPassword })
    expect((await signIn()).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await service.client().signInWithPassword({ email, password: 'no es esta' })
    expect(wrong.error?.code).toBe('invalid_credentials')
    await service.press(await service.linkTo(email))
    expect((await signIn()).error).toBeNull()
  })

  test.for(['confirmed', 'unconfirmed'])('a second sign-up of a %s address looks like a first one', async (state) => {
    const email = newAddress()
    const first = await signUpOnce(email)
    if (state === 'confirmed') await service.press(await service.linkTo(email))
    const before = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    await service.forgetLimits()
    const second = await signUpOnce(email, 'de-otra-persona')
    expect(shapeOf(second.data.user)).toEqual(shapeOf(first.data.user))
    expect(second.data.user?.id).not.toBe(first.data.user?.id)

    const after = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    expect(await service.mailsTo(email)).toHaveLength(state === 'confirmed' ? 1 : 2)
    expect((await signUpOnce(email)).error?.code).toBe('over_email_send_rate_limit')
  })

  const signIn = (email: string, password: string) => service.client().signInWithPassword({ email, password })

  test("each link sets its own sign-up's password and data, so a stranger who was first gets nothing", async () => {
    const email = newAddress()
    const stranger = { full_name: 'Otra persona', user_type: 'center', accepted_terms: legalVersions.terms }
    const first = await service.client().signUp({ email, password: 'De-extranos-1!', options: { data: stranger } })
    await service.forgetLimits()
    await signUpOnce(email, goodPassword)
    const { values } = await service.press(await service.linkTo(email))
    expect((await signIn(email, 'De-extranos-1!')).error?.code).toBe('invalid_credentials')
    const { data } = await signIn(email, goodPassword)
    expect(data.user).toMatchObject({ id: first.data.user?.id, user_metadata: { full_name: 'Ana' } })
    expect(values.get('access_token')).toBeTruthy()
    const id = data.user?.id ?? ''
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
    expect(profile).toMatchObject({ full_name: 'Ana', user_type: 'patient' })
    const roles = await db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute()
    expect(roles).toEqual([{ role: 'patient' }])
    expect(await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })

  test('a stranger who comes later ends no link, and theirs ends with the first that is used', async () => {
    const email = newAddress()
    await signUpOnce(email, goodPassword)
    const own = await service.linkTo(email)
    await service.forgetLimits()
    await signUpOnce(email, 'de-otra-persona')
    const strangers = await service.linkTo(email)
    expect((await service.press(own)).values.has('access_token')).toBe(true)
    expect((await service.press(strangers)).values.get('error_code')).toBe('otp_expired')
    expect((await signIn(email, goodPassword)).error).toBeNull()
  })

  test('a link that is sent again stays with its sign-up', async () => {
    const email = newAddress()
    await signUpOnce(email, 'de-otra-persona')
    await service.forgetLimits()
    await signUpOnce(email, goodPassword)
    const before = await service.linkTo(email)
    await service.forgetLimits()
    await service.client().resend({ type: 'signup', email })
    expect((await service.press(before)).values.get('error_code')).toBe('otp_expired')
    await service.press(await service.linkTo(email))
    expect((await signIn(email, goodPassword)).error).toBeNull()
  })
})

/** Which keys there are, and of which kind their values are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shapeOf(child)]))
}
