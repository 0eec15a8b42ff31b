import { describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'
import { goodPassword, newAddress, type Service, signUp } from '#server/testing/auth-service.ts'
import { type SocialService, startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const strict = await startSocialService({ settings: { requireEmailConfirmation: true } })
const { publicUrl } = service.platform.settings

/** Everything that a sign-up stores, so that a test sees whether any of it stays. */
const strangersData = {
  full_name: 'Quien Espera',
  phone: '099 666 666',
  address: 'Trampa 1',
  user_type: 'center',
  centerName: 'Centro Trampa',
  accepted_terms: legalVersions.terms,
  accepted_privacy: legalVersions.privacy,
}
const strangersPassword = 'Trampa-2026!'

async function accountOf({ platform }: Service, email: string) {
  const { db } = platform
  const account = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'encrypted_password', 'raw_user_meta_data', 'registration_pending', 'email_verified_at'])
    .select(['full_name', 'phone', 'address', 'user_type'])
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow()
  const { id } = account
  const identities = await db.selectFrom('identities').select('provider').where('user_id', '=', id).execute()
  const roles = await db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute()
  const terms = await db.selectFrom('terms_acceptances').select('document').where('user_id', '=', id).execute()
  const centers = await db.selectFrom('center_profiles').select('id').where('id', '=', id).execute()
  return {
    ...account,
    metadataKeys: Object.keys(account.raw_user_meta_data as object),
    providers: identities.map(({ provider }) => provider),
    roles: roles.map(({ role }) => role),
    terms: terms.length,
    centers: centers.length,
  }
}

const resetAccount = {
  encrypted_password: null,
  metadataKeys: [],
  registration_pending: true,
  email_verified_at: expect.any(Date),
  full_name: '',
  phone: null,
  address: null,
  user_type: 'patient',
  providers: ['email'],
  roles: ['patient'],
  terms: 0,
  centers: 0,
}

const codeOf = (someService: Service, input: { email: string; password: string }) =>
  someService
    .client()
    .signInWithPassword(input)
    .then(({ error }) => error?.code)

/** Follows a link that opens a session and requires a new password. */
async function expectNewPassword(someService: Service, pressed: { to: string; values: URLSearchParams }) {
  expect(pressed.to).toBe(`${publicUrl}/reset-password`)
  expect(pressed.values.get('type')).toBe('recovery')
  const owner = someService.client()
  await owner.setSession({
    access_token: pressed.values.get('access_token') ?? '',
    refresh_token: pressed.values.get('refresh_token') ?? '',
  })
  expect((await owner.updateUser({ password: 'la-que-yo-elijo' })).error).toBeNull()
  return owner
}

describe('after a stranger signed in through a provider with an unverified address', () => {
  const signInStranger = (from: SocialService, email: string, query: Record<string, string> = {}) =>
    from.comeWith('facebook', { email, sub: `fb-${email}`, name: 'Quien Espera' }, { query })

  test('the owner who signs up and follows the older of the two mails locks the stranger out', async () => {
    const email = newAddress()
    await signInStranger(strict, email)
    const older = await strict.linkTo(email)
    await strict.resetLimits()
    await strict.client().signUp({ email, password: goodPassword, options: { data: { full_name: 'Ana' } } })
    await expectNewPassword(strict, await strict.press(older))
    expect(await accountOf(strict, email)).toMatchObject({
      providers: ['email'],
      encrypted_password: expect.any(String),
    })
    expect((await signInStranger(strict, email)).query.get('error_code')).toBe('email_exists')
    expect(await codeOf(strict, { email, password: goodPassword })).toBe('invalid_credentials')
  })

  test('the owner who signs up by mail and follows the older mail locks the stranger out', async () => {
    const email = newAddress()
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const landing = await signInStranger(service, email, challenge)
    expect(landing.query.get('code')).toBeTruthy()
    const older = await service.linkTo(email)
    await service.client().signInWithOtp({ email, options: { data: { full_name: 'Ana' } } })
    await expectNewPassword(service, await service.press(older))
    expect((await accountOf(service, email)).providers).toEqual(['email'])
    expect((await signInStranger(service, email)).query.get('error_code')).toBe('email_exists')
    // The code that the stranger kept opens no session either.
    const code = landing.query.get('code')
    const exchanged = await service.send('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'v'.repeat(64) },
    })
    expect(exchanged.headers.get('x-sb-error-code')).toBe('flow_state_not_found')
  })

  test('the owner who was that visitor follows the only mail and keeps everything', async () => {
    const email = newAddress()
    await signInStranger(service, email)
    const { to } = await service.press(await service.linkTo(email))
    expect(to).toBe(`${publicUrl}/dashboard`)
    expect(await accountOf(service, email)).toMatchObject({ providers: ['facebook'], full_name: 'Quien Espera' })
  })
})

describe('an owner who says that they did not sign up', () => {
  test('keeps nothing of the stranger and chooses a password, where a sign-up needs no confirmation', async () => {
    const stranger = await signUp(service, { password: strangersPassword, data: strangersData })
    const { email } = stranger
    const link = await service.linkTo(email)
    const pressed = await service.press(link, { isMine: false })
    expect(await accountOf(service, email)).toMatchObject(resetAccount)
    expect(await codeOf(service, stranger)).toBe('invalid_credentials')
    expect((await stranger.client.getUser()).error?.name).toBe('AuthSessionMissingError')
    const refreshed = await stranger.client.refreshSession({ refresh_token: stranger.session.refresh_token })
    expect(refreshed.error?.code).toBe('refresh_token_not_found')
    await expectNewPassword(service, pressed)
    expect(await codeOf(service, { email, password: 'la-que-yo-elijo' })).toBeUndefined()
    expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
  })

  test('gets neither the password nor the data of the sign-up, where it needs confirmation', async () => {
    const email = newAddress()
    await strict.client().signUp({ email, password: strangersPassword, options: { data: strangersData } })
    const pressed = await strict.press(await strict.linkTo(email), { isMine: false })
    expect(await accountOf(strict, email)).toMatchObject(resetAccount)
    await expectNewPassword(strict, pressed)
    expect(await codeOf(strict, { email, password: strangersPassword })).toBe('invalid_credentials')
  })

  test('gets no data of a sign-up by mail, without a password, either', async () => {
    const email = newAddress()
    await service.client().signInWithOtp({ email, options: { data: strangersData } })
    await expectNewPassword(service, await service.press(await service.linkTo(email), { isMine: false }))
    expect(await accountOf(service, email)).toMatchObject({ full_name: '', registration_pending: true, centers: 0 })
  })

  test('gets an account without the stranger’s provider identity', async () => {
    const email = newAddress()
    await service.comeWith('facebook', { email, sub: `fb-${email}` })
    await expectNewPassword(service, await service.press(await service.linkTo(email), { isMine: false }))
    expect((await accountOf(service, email)).providers).toEqual(['email'])
  })

  test('presses yes and no ten times simultaneously, of which one takes effect', async () => {
    const stranger = await signUp(service, { password: strangersPassword })
    const link = await service.linkTo(stranger.email)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => service.press(link, { isMine: index % 2 === 0 })),
    )
    const opened = all.filter(({ values }) => values.has('access_token'))
    expect(opened).toHaveLength(1)
    const isMine = opened[0]?.values.get('type') === 'signup'
    expect(await codeOf(service, stranger)).toBe(isMine ? undefined : 'invalid_credentials')
  })

  test('changes nothing on a link of another kind', async () => {
    const person = await signUp(service, { data: { full_name: 'Ana' } })
    await service.press(await service.linkTo(person.email))
    await service.client().signInWithOtp({ email: person.email })
    const { to, values } = await service.press(await service.linkTo(person.email), { isMine: false })
    expect([to, values.get('type')]).toEqual([`${publicUrl}/`, 'magiclink'])
    expect(await codeOf(service, person)).toBeUndefined()
    expect(await accountOf(service, person.email)).toMatchObject({ full_name: 'Ana', registration_pending: false })
  })
})

test('an owner who says that the account is theirs keeps everything that they signed up with', async () => {
  const person = await signUp(service, { password: strangersPassword, data: strangersData })
  await service.press(await service.linkTo(person.email))
  expect(await codeOf(service, person)).toBeUndefined()
  expect((await person.client.getUser()).error).toBeNull()
  expect(await accountOf(service, person.email)).toMatchObject({
    full_name: 'Quien Espera',
    phone: '+598 99 666 666',
    user_type: 'center',
    registration_pending: false,
    terms: 2,
    centers: 1,
  })
})

describe.for(['recovery', 'magiclink'] as const)('a %s mail to an address that was never confirmed', (kind) => {
  /** A sign-up with everything that it can store, a dependant, and the link of the mail. */
  async function mailed() {
    const person = await signUp(service, { password: strangersPassword, data: strangersData })
    const dependant = { guardian_id: person.user.id, full_name: 'Benja', birth_date: '2020-01-01', relation: 'Hijo' }
    await service.platform.db
      .insertInto('dependants')
      .values({ id: crypto.randomUUID(), ...dependant })
      .execute()
    await service.resetLimits()
    if (kind === 'recovery') await service.client().resetPasswordForEmail(person.email)
    else await service.client().signInWithOtp({ email: person.email })
    const link = await service.linkTo(person.email)
    expect(link.type).toBe(kind)
    return { ...person, link }
  }
  const dependantsOf = ({ user }: { user: { id: string } }) =>
    service.platform.db
      .selectFrom('dependants')
      .select('full_name')
      .where('guardian_id', '=', user.id)
      .where('removed_at', 'is', null)
      .execute()
  const kept = {
    full_name: 'Quien Espera',
    phone: '+598 99 666 666',
    user_type: 'center',
    roles: ['center'],
    registration_pending: false,
    email_verified_at: expect.any(Date),
    terms: 2,
    centers: 1,
  }

  test('opens a page that asks who created the account', async () => {
    const { link } = await mailed()
    const query = new URLSearchParams({ token: link.token, type: link.type, redirect_to: link.redirectTo })
    const page = await (await service.send('GET', `/verify?${query}`)).text()
    expect(page).toContain('¿Creaste tú esta cuenta?')
    expect(page).toContain('name="mine" value="no"')
  })

  test('keeps everything that was typed when the owner says yes', async () => {
    const person = await mailed()
    await service.press(person.link)
    expect(await accountOf(service, person.email)).toMatchObject(kept)
    expect(await dependantsOf(person)).toEqual([{ full_name: 'Benja' }])
    const isOpen = await codeOf(service, { email: person.email, password: strangersPassword })
    // A recovery is about a new password, so the former one ends; a sign-in keeps it.
    expect(isOpen).toBe(kind === 'recovery' ? 'invalid_credentials' : undefined)
  })

  test('deletes everything when the owner says no, and asks for a password', async () => {
    const person = await mailed()
    const pressed = await service.press(person.link, { isMine: false })
    expect(await accountOf(service, person.email)).toMatchObject(resetAccount)
    expect(await dependantsOf(person)).toEqual([])
    await expectNewPassword(service, pressed)
  })

  test('keeps everything that was typed when a program redeems it without the question, and shuts a stranger out', async () => {
    const person = await mailed()
    const { error } = await service.client().verifyOtp({ token_hash: person.link.token, type: kind })
    expect(error).toBeNull()
    expect(await accountOf(service, person.email)).toMatchObject(kept)
    expect(await dependantsOf(person)).toEqual([{ full_name: 'Benja' }])
    expect((await person.client.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await codeOf(service, { email: person.email, password: strangersPassword })).toBe('invalid_credentials')
  })
})

test('a link of several sign-ups with PKCE gives no browser a code: the owner chooses a password where they open the link', async () => {
  const email = newAddress()
  for (const password of [strangersPassword, goodPassword]) {
    await strict.resetLimits()
    await strict.client({ flowType: 'pkce' }).signUp({ email, password })
  }
  await expectNewPassword(strict, await strict.press(await strict.linkTo(email)))
  expect(await strict.platform.db.selectFrom('auth_codes').select('user_id').execute()).toEqual([])
})

test.for(['code', 'hash'] as const)(
  'a program that redeems one of several sign-ups by %s learns of the missing password from the session',
  async (by) => {
    const email = newAddress()
    for (const password of [strangersPassword, goodPassword]) {
      await strict.resetLimits()
      await strict.client().signUp({ email, password })
    }
    const client = strict.client()
    const { error } =
      by === 'code'
        ? await client.verifyOtp({ email, token: await strict.codeTo(email), type: 'email' })
        : await client.verifyOtp({ token_hash: (await strict.linkTo(email)).token, type: 'email' })
    expect(error).toBeNull()
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect(await codeOf(strict, { email, password: goodPassword })).toBe('invalid_credentials')
  },
)
