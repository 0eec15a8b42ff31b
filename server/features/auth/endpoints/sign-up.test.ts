import { AuthWeakPasswordError } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'

import { minuteMs } from '#server/platform/local-time.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { runJobs } from '#server/testing/platform.ts'
import { requestedMailJob } from '../links/requested-mail.ts'
import { confirmingLink } from '../links/send-link.ts'

describe('a sign-up without required confirmation', async () => {
  const service = await startService()
  const { db } = service.platform
  // All from one network address.
  beforeEach(() => service.resetLimits())

  const rolesOf = async (userId: string) =>
    (await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()).map((row) => row.role)

  test('signs the user in, creates a profile and mails a link to confirm the address', async () => {
    const { email, user, session } = await signUp(service, {
      data: { full_name: '  Lucía Núñez ', phone: '099 123 456', address: '', emergency_contact: 'Ana 098 111 222' },
    })
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session.expires_at).toBe(Math.floor(service.platform.clock.now().getTime() / 1000) + 3600)
    expect(user).toMatchObject({ email, phone: '', aud: 'authenticated', role: 'authenticated', is_anonymous: false })
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(user.email_confirmed_at).toBe(service.platform.clock.now().toISOString())
    expect(user.factors).toBeUndefined()
    expect(user.identities?.[0]).toMatchObject({ provider: 'email', user_id: user.id, id: user.id, email })
    expect(await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()).toMatchObject({
      full_name: 'Lucía Núñez',
      phone: '+598 99 123 456',
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

  test('while booking has its own mail only if no booking has carried the link after eleven minutes', async () => {
    const sentTo = async (address: string) => (await service.mailsTo(address)).map(({ kind }) => kind)
    const { publicUrl } = service.platform.settings
    const [email, booker] = [newAddress(), newAddress()]
    const options = { emailRedirectTo: `${publicUrl}/book/${crypto.randomUUID()}?step=confirm` }
    await service.client().signUp({ email, password: goodPassword, options })
    const { data } = await service.client().signUp({ email: booker, password: goodPassword, options })
    const user = { id: data.user?.id ?? '', email: booker }
    const redirectTo = `${publicUrl}/dashboard`
    await db
      .transaction()
      .execute((tx) =>
        confirmingLink(tx, { platform: service.platform, user, mailKind: 'appointments.booked', redirectTo }),
      )
    const start = service.platform.clock.now()
    service.platform.clock.advance(10 * minuteMs)
    await runJobs(service.platform, { only: requestedMailJob.name })
    expect(await sentTo(email)).toEqual([])
    service.platform.clock.advance(minuteMs)
    await runJobs(service.platform, { only: requestedMailJob.name })
    service.platform.clock.set(start)
    expect(await sentTo(email)).toEqual(['accounts.signup'])
    expect(await sentTo(booker)).toEqual([])
    expect((await service.linkTo(email)).redirectTo).toBe(options.emailRedirectTo)
  })

  test('stores the accepted documents with version and time, if the version is current', async () => {
    const { user } = await signUp(service, {
      data: { accepted_terms: legalVersions.terms, accepted_privacy: '1999-01-01' },
    })
    const acceptances = await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', user.id).execute()
    expect(acceptances).toEqual([
      { user_id: user.id, document: 'terms', version: legalVersions.terms, accepted_at: service.platform.clock.now() },
    ])
  })

  test.for([
    [{ user_type: 'center' }, 'center'],
    [{ role: 'center' }, 'center'],
    [{ role: 'patient' }, 'patient'],
    [{ role: 'admin' }, 'patient'],
    [{ role: 'moderator' }, 'patient'],
    [{ user_type: 'admin' }, 'patient'],
    [{ user_type: 'CENTER' }, 'patient'],
    [{ user_type: 'moderator', role: 'center' }, 'center'],
    [{ user_type: ['center'] }, 'patient'],
    [{ user_type: 'patient', role: 'center' }, 'patient'],
    [{ roles: ['admin'], app_metadata: { role: 'admin' } }, 'patient'],
  ] as const)('with metadata that claim a role, as %j, creates a %s', async ([data, expected]) => {
    const { user } = await signUp(service, { data, password: 'Ceibo-2026!' })
    expect(await rolesOf(user.id)).toEqual([expected])
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const centers = await db
      .selectFrom('center_profiles')
      .select(['id', 'verified'])
      .where('id', '=', user.id)
      .execute()
    expect(centers).toEqual(expected === 'center' ? [{ id: user.id, verified: false }] : [])
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
    const minLength = user_type === 'center' ? 8 : 6
    const words = {
      length: `be at least ${minLength} characters`,
      characters: 'contain at least one character of each',
    }
    for (const reason of reasons) expect(error?.message).toContain(`Password should ${words[reason]}`)
  })

  test('a password of 72 bytes is accepted, and one of 73 bytes is refused', async () => {
    const { email } = await signUp(service, { password: `${'ñ'.repeat(35)}ab` })
    expect((await service.client().signInWithPassword({ email, password: `${'ñ'.repeat(35)}ab` })).error).toBeNull()
    const { error } = await service.client().signUp({ email: newAddress(), password: `${'ñ'.repeat(36)}a` })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test.for([
    ['no es un correo', 'validation_failed'],
    ['lucia@example', 'validation_failed'],
    ['lucía@example.uy', 'validation_failed'],
    [`${'a'.repeat(250)}@example.uy`, 'validation_failed'],
    ['a@example.uy, b@example.uy', 'validation_failed'],
    ['a@example.uy\r\nBcc: b@example.uy', 'validation_failed'],
  ])('with the address %j is refused', async ([email = '', code]) => {
    expect((await service.client().signUp({ email, password: goodPassword })).error).toMatchObject({
      status: 400,
      code,
    })
  })

  test.for([
    // Lower-cases to an ASCII k.
    ['the Kelvin sign', '\u212Aarla@example.uy'],
    ['a Cyrillic a', 'k\u0430rla@example.uy'],
    ['a dotless i', 'kar\u0131a@example.uy'],
    // Lower-cases to an i with a mark.
    ['a dotted capital I', 'KAR\u0130A@example.uy'],
    ['a look-alike in the domain', 'karla@ex\u0430mple.uy'],
  ] as const)('with a look-alike address (%s) is refused, as are a sign-in and a mail', async ([, email]) => {
    const client = service.client()
    const invalid = { status: 400, code: 'validation_failed' }
    expect((await client.signUp({ email, password: goodPassword })).error).toMatchObject(invalid)
    expect((await client.signInWithOtp({ email })).error).toMatchObject(invalid)
    expect((await client.resetPasswordForEmail(email)).error).toMatchObject(invalid)
    const signIn = await client.signInWithPassword({ email, password: goodPassword })
    expect(signIn.error?.code).toBe('invalid_credentials')
    expect((await client.verifyOtp({ email, token: '123456', type: 'email' })).error?.code).toBe('otp_expired')
  })

  test.for([
    ['a full-width letter', (email: string) => email.replace('@example', '@\uff45xample')],
    ['a full-width at', (email: string) => email.replace('@', '\uff20')],
    ['a zero-width space', (email: string) => email.replace('@', '\u200b@')],
    ['a mark that changes the direction', (email: string) => `\u202e${email}`],
    ['a link', (email: string) => `mailto:${email}`],
  ] as const)(
    'with an address pasted with %s is one for the plain address, as are a sign-in and a mail',
    async ([, paste]) => {
      const client = service.client()
      const email = newAddress()
      const pasted = paste(email)
      const { data } = await client.signUp({ email: pasted, password: goodPassword })
      expect(data.user?.email).toBe(email)
      const signIn = await client.signInWithPassword({ email: pasted, password: goodPassword })
      expect(signIn.data.user?.id).toBe(data.user?.id)
      expect((await client.resetPasswordForEmail(pasted)).error).toBeNull()
      expect(await service.mailsTo(email)).toHaveLength(2)
    },
  )

  test('ignores the case of the address; a second one is refused as registered, and changes nothing', async () => {
    const { email, user } = await signUp(service)
    const second = await service.client().signUp({ email: email.toUpperCase(), password: 'otra-distinta' })
    expect(second.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
    const signIn = await service.client().signInWithPassword({ email: email.toUpperCase(), password: goodPassword })
    expect(signIn.data.user?.id).toBe(user.id)
  })

  test('ten times simultaneously with one address succeeds once', async () => {
    const email = newAddress()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => service.client().signUp({ email, password: goodPassword })),
    )
    expect(all.filter((each) => each.data.session)).toHaveLength(1)
    expect(new Set(all.flatMap((each) => each.error?.code ?? []))).toEqual(new Set(['user_already_exists']))
    expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    expect(await service.mailsTo(email)).toHaveLength(1)
  })

  test('without an address is refused, as anonymous accounts are disabled', async () => {
    expect((await service.client().signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    })
  })

  test('returns emoji, right-to-left and very long text unchanged; the profile stores what fits', async () => {
    const data = { full_name: 'محمد 🌿', note: 'x'.repeat(10_000), phone: '9'.repeat(41), list: [1, { a: null }] }
    const { user, client } = await signUp(service, { data })
    expect(user.user_metadata).toEqual(data)
    expect((await client.getUser()).data.user?.user_metadata).toEqual(data)
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()
    expect(profile).toMatchObject({ full_name: 'محمد 🌿', phone: null })
  })

  test.for([
    { full_name: 'Entra a https://premio.invalid' },
    { full_name: 'Ana\nGanaste' },
    { nombre: 'ana@ejemplo.uy' },
    { user_type: 'center', centerName: 'Gana.com', responsible: 'Ana' },
    { phone: '12' },
    { whatsapp: 'mañana' },
  ])('with an invalid name or telephone number in its metadata is refused: %j', async (data) => {
    const { error } = await service.client().signUp({ email: newAddress(), password: 'Ceibo-2026!', options: { data } })
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect(error?.message).toMatch(/^data\.\w+: (?:A name has no|Invalid telephone)/)
  })

  test.for([
    [
      { nombre: 'Ana Suárez', whatsapp: '099 123 456' },
      { full_name: 'Ana Suárez', phone: '+598 99 123 456' },
    ],
    [{ responsible: 'Ana Suárez', centerName: 'Centro Sur', user_type: 'center' }, { full_name: 'Ana Suárez' }],
    [
      { full_name: 'Ana', nombre: 'Otra', phone: '2710 1234', whatsapp: '099 123 456' },
      { full_name: 'Ana', phone: '+598 2710 1234' },
    ],
    [{ full_name: 'ñ'.repeat(300) }, { full_name: 'ñ'.repeat(200) }],
    // A surrogate pair is never cut in half.
    [{ full_name: `${'a'.repeat(199)}🌿b` }, { full_name: 'a'.repeat(199) }],
    [{ full_name: ['Ana'] }, { full_name: '' }],
  ] as const)('fills the profile from the metadata of each form (%#)', async ([data, profile]) => {
    const { user } = await signUp(service, { data, password: 'Ceibo-2026!' })
    const row = await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()
    expect(row).toMatchObject(profile)
    expect(user.user_metadata).toEqual(data)
  })

  test('without accepted terms creates an account that has accepted none', async () => {
    const { user } = await signUp(service)
    expect(await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('with large metadata still gets a token that fits into a header', async () => {
    for (const note of ['x'.repeat(16_000), '🌿'.repeat(400), 'ñ'.repeat(480)]) {
      const { session } = await signUp(service, { data: { note } })
      expect(session.access_token.length).toBeLessThan(4096)
    }
  })

  test.for([
    ['a NUL byte', { full_name: 'a\0b' }],
    ['a NUL byte in a key', { 'a\0b': 1 }],
    ['half a letter', { full_name: '\uD800' }],
    ['too much', { note: 'x'.repeat(70_000) }],
    ['more levels than it may have', { a: nested(10) }],
  ] as const)('with %s in its metadata is refused', async ([, data]) => {
    const { error } = await service.client().signUp({ email: newAddress(), password: goodPassword, options: { data } })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a body with more levels than any form has is refused before it is parsed', async () => {
    const options = { data: { a: nested(100) } }
    const { error } = await service.client().signUp({ email: newAddress(), password: goodPassword, options })
    expect(error).toMatchObject({ status: 413, code: 'request_entity_too_large' })
  })
})

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
}
