import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { readSettings } from '#server/platform/settings.ts'
import { changeIdentityRoutes } from '#server/processes/change-identity.ts'
import { buildCenter, buildMember } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { accountsRoutes } from './accounts.ts'

const platform = await testPlatform()

/** The routes as this user calls them. */
function as(userId: string, input: Partial<Actor> & { platform?: TestPlatform } = {}) {
  const actor: Actor = {
    userId,
    sessionId: newId(),
    email: '',
    roles: [],
    userType: 'patient',
    aal: 'aal1',
    hasSecondFactor: false,
    isProven: true,
    registrationPending: false,
    ...input,
  }
  const caller = { bearer: 'a token', authenticate: () => Promise.resolve(actor) }
  const on = input.platform ?? platform
  return justRead(on, clientOf(on, { ...accountsRoutes, ...changeIdentityRoutes.accounts }, caller), userId)
}

async function person(input: Partial<Parameters<typeof createAccount>[1]> = {}) {
  const userId = await createAccount(platform, {
    email: `${newId()}@example.uy`,
    fullName: 'Ana Pérez',
    roles: ['patient'],
    password: null,
    ...input,
  })
  if (userId === undefined) throw new Error('the address is taken')
  return userId
}

describe('the caller’s own account', () => {
  test('of a patient has all fields of the profile', async () => {
    const userId = await person({ email: 'Ana@Example.uy', phone: '099 111 222' })
    expect(await as(userId).me()).toEqual({
      userId,
      email: 'ana@example.uy',
      emailConfirmed: true,
      userType: 'patient',
      roles: ['patient'],
      fullName: 'Ana Pérez',
      phone: '+598 99 111 222',
      address: null,
      emergencyContact: null,
      avatarUrl: null,
      registrationPending: false,
      homePath: '/dashboard',
      createdAt: '2026-11-20T12:00:00.000Z',
      can: { administer: false, requestHelp: false, superviseService: false },
      version: expect.any(String),
    })
  })

  test('lists all its roles, and may administer with a staff role', async () => {
    expect(await as(await person({ roles: ['center'] })).me()).toMatchObject({
      userType: 'center',
      homePath: '/center/dashboard',
    })
    const staff = await as(await person({ roles: ['admin', 'patient', 'moderator'] })).me()
    expect(staff).toMatchObject({
      userType: 'patient',
      roles: ['patient', 'moderator', 'admin'],
      homePath: '/admin/dashboard',
      can: { administer: true, requestHelp: false },
    })
  })

  test('of a member of a centre’s team has the agenda as its home page', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId } = await buildMember(platform, { centerId, role: 'reception' })
    expect(await as(userId).me()).toMatchObject({
      userType: 'patient',
      homePath: '/center/dashboard?seccion=agenda',
      can: { requestHelp: false, superviseService: false },
    })
    expect(await as(centerId).me()).toMatchObject({
      userType: 'center',
      homePath: '/center/dashboard',
      can: { requestHelp: true },
    })
  })

  test('is not found after its deletion', async () => {
    await expect(as(newId()).me()).rejects.toMatchObject({ code: 'accounts.not_found', status: 404 })
  })
})

describe('an update of the profile', () => {
  test('stores trimmed text, and null for empty fields', async () => {
    const userId = await person({ address: 'Bulevar Artigas 1' })
    const edited = await as(userId).updateProfile({
      fullName: '  Ana  María 🌿 ',
      phone: null,
      address: '',
      emergencyContact: ' Luis ',
    })
    expect(edited).toMatchObject({ fullName: 'Ana  María 🌿', phone: null, address: null, emergencyContact: 'Luis' })
    expect(await as(userId).me()).toEqual(edited)
  })

  test('leaves the fields that it does not name as they are', async () => {
    const userId = await person({ address: 'Bulevar Artigas 1' })
    const before = await as(userId).me()
    const edited = await as(userId).updateProfile({ phone: '099 123 456' })
    expect(edited).toEqual({ ...before, phone: '+598 99 123 456', version: edited.version })
    expect(await as(userId).updateProfile({ phone: null })).toEqual({ ...before, version: before.version })
  })

  test.for([{ fullName: '' }, { fullName: 'x'.repeat(10_000) }, { phone: 'a\0b' }, { address: 'x'.repeat(301) }])(
    'with %j is refused and changes nothing',
    async (change) => {
      const userId = await person()
      const before = await as(userId).me()
      const edit = { fullName: 'Otra', phone: null, address: null, emergencyContact: null, ...change }
      await expect(as(userId).updateProfile(edit)).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status < 500),
      })
      expect(await as(userId).me()).toEqual(before)
    },
  )
})

test('a second account with a taken address is refused', async () => {
  const email = `${newId()}@example.uy`
  await person({ email })
  await expect(person({ email: email.toUpperCase() })).rejects.toThrow('taken')
})

describe('the sign-in methods', () => {
  test('without settings are the password alone', async () => {
    expect(await as(newId()).signInMethods()).toEqual({
      providers: [],
      captcha: null,
      requireEmailConfirmation: false,
    })
  })

  test('are those with settings, without their secrets', async () => {
    const settings = readSettings({
      NODE_ENV: 'test',
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      FACEBOOK_CLIENT_ID: 'facebook-id',
      FACEBOOK_CLIENT_SECRET: 'facebook-secret',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'captcha-secret',
      REQUIRE_EMAIL_CONFIRMATION: 'true',
    })
    const methods = await as(newId(), {
      platform: { ...platform, settings: { ...settings, production: true } },
    }).signInMethods()
    expect(methods).toEqual({
      providers: ['google', 'facebook'],
      captcha: { provider: 'turnstile', siteKey: 'site-key' },
      requireEmailConfirmation: true,
    })
  })
})

describe('the security section', () => {
  async function signedIn(input: { password: string | null }) {
    const userId = await person(input)
    const device = { userAgent: null, address: null }
    const session = await platform.db
      .transaction()
      .execute((tx) => createSession(tx, { userId, method: 'password', device, now: platform.clock.now() }))
    return { userId, client: as(userId, { sessionId: session.id }) }
  }

  test('shows whether the account has a password', async () => {
    expect(await (await signedIn({ password: 'sombra-de-ceibo' })).client.security()).toMatchObject({
      hasPassword: true,
    })
    expect(await (await signedIn({ password: null })).client.security()).toMatchObject({ hasPassword: false })
  })

  test('shows whether the sign-in was recent', async () => {
    const { client } = await signedIn({ password: null })
    const now = platform.clock.now()
    expect(await client.security()).toMatchObject({ isRecentSignIn: true })
    platform.clock.advance(16 * minuteMs)
    expect(await client.security()).toMatchObject({ isRecentSignIn: false })
    platform.clock.set(now)
  })

  test('shows the new address while one of the two links works', async () => {
    const { userId, client } = await signedIn({ password: null })
    const later = new Date(platform.clock.now().getTime() + hourMs)
    expect(await client.security()).toMatchObject({ newEmail: null })
    await platform.db.updateTable('users').set({ new_email: 'nueva@example.uy' }).where('id', '=', userId).execute()
    expect(await client.security()).toMatchObject({ newEmail: null })
    await platform.db
      .insertInto('one_time_tokens')
      .values({
        id: newId(),
        user_id: userId,
        kind: 'email_change_new',
        email: 'nueva@example.uy',
        token_hash: newId(),
        expires_at: later,
      })
      .execute()
    expect(await client.security()).toMatchObject({ newEmail: 'nueva@example.uy' })
    const now = platform.clock.now()
    platform.clock.set(later)
    expect(await client.security()).toMatchObject({ newEmail: null })
    platform.clock.set(now)
  })

  test('is not found for a deleted account', async () => {
    await expect(as(newId()).security()).rejects.toMatchObject({ code: 'accounts.not_found' })
  })
})

test('the list of staff has administrators first, shows who uses a second factor, and contains no patients or centres', async () => {
  const fresh = await testPlatform()
  const make = async (fullName: string, roles: readonly [Role, ...Role[]]) => {
    const email = `${newId()}@example.uy`
    const userId = await createAccount(fresh, { email, fullName, roles, password: null })
    return { userId: userId ?? '', email, fullName }
  }
  await make('Paciente', ['patient'])
  await make('Centro', ['center'])
  const moderator = await make('Ana', ['patient', 'moderator'])
  const both = await make('Zoe', ['admin', 'moderator'])
  const admin = await make('Luis', ['admin'])
  const factor = { factor_type: 'totp', sealed_secret: Buffer.from('x') }
  await fresh.db
    .insertInto('mfa_factors')
    .values([
      { id: newId(), user_id: admin.userId, status: 'verified', ...factor },
      { id: newId(), user_id: both.userId, status: 'unverified', ...factor },
    ])
    .execute()
  const signedInAt = fresh.clock.now()
  await fresh.db.updateTable('users').set({ last_sign_in_at: signedInAt }).where('id', '=', both.userId).execute()
  const client = as(admin.userId, { platform: fresh, roles: ['admin'], aal: 'aal2', hasSecondFactor: true })
  expect(await client.listStaff()).toEqual({
    items: [
      { ...admin, roles: ['admin'], hasSecondFactor: true, lastSignInAt: null },
      { ...both, roles: ['moderator', 'admin'], hasSecondFactor: false, lastSignInAt: signedInAt.toISOString() },
      { ...moderator, roles: ['moderator'], hasSecondFactor: false, lastSignInAt: null },
    ],
  })
})
