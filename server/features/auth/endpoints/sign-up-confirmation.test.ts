import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'
import { goodPassword, newAddress, startService } from '#server/testing/auth-service.ts'
import { runJobs } from '#server/testing/platform.ts'
import { requestedMailJob } from '../links/requested-mail.ts'

describe('where the address must be confirmed first', async () => {
  const service = await startService({ settings: { requireEmailConfirmation: true } })
  const { db, clock } = service.platform
  const signUpOnce = (email: string, password = goodPassword) =>
    service.client().signUp({ email, password, options: { data: { full_name: 'Ana' } } })
  test('a sign-up opens no session, and signing in works after following the mailed link', async () => {
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

  test.for(['confirmed', 'unconfirmed'])('a second sign-up with a %s address looks like a first one', async (state) => {
    const email = newAddress()
    const first = await signUpOnce(email)
    if (state === 'confirmed') await service.press(await service.linkTo(email))
    const before = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    await service.resetLimits()
    const second = await signUpOnce(email, 'de-otra-persona')
    expect(shapeOf(second.data.user)).toEqual(shapeOf(first.data.user))
    expect(second.data.user?.id).not.toBe(first.data.user?.id)

    const after = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    expect(await service.mailsTo(email)).toHaveLength(state === 'confirmed' ? 1 : 2)
    expect((await signUpOnce(email)).error?.code).toBe('over_email_send_rate_limit')
  })

  const signIn = (email: string, password: string) => service.client().signInWithPassword({ email, password })

  test('no password of several sign-ups counts, whichever link the owner follows', async () => {
    for (const pressed of ['own', 'strangers'] as const) {
      const email = newAddress()
      await signUpOnce(email, goodPassword)
      const ownLink = await service.linkTo(email)
      await service.resetLimits()
      await signUpOnce(email, 'de-otra-persona')
      const strangersLink = await service.linkTo(email)
      const { to, values } = await service.press(pressed === 'own' ? ownLink : strangersLink)
      // The owner chooses a password.
      expect(to).toBe(`${service.platform.settings.publicUrl}/reset-password`)
      expect(values.get('type')).toBe('recovery')
      for (const password of [goodPassword, 'de-otra-persona']) {
        expect((await signIn(email, password)).error?.code).toBe('invalid_credentials')
      }
      const later = await service.press(pressed === 'own' ? strangersLink : ownLink)
      expect(later.values.get('error_code')).toBe('otp_expired')

      const owner = service.client()
      const tokens = {
        access_token: values.get('access_token') ?? '',
        refresh_token: values.get('refresh_token') ?? '',
      }
      await owner.setSession(tokens)
      expect((await owner.updateUser({ password: 'la-que-yo-elijo' })).error).toBeNull()
      expect((await signIn(email, 'la-que-yo-elijo')).error).toBeNull()
    }
  })

  test("a link sets its own sign-up's data, so a stranger who was first gets nothing", async () => {
    const email = newAddress()
    const stranger = { full_name: 'Otra persona', user_type: 'center', accepted_terms: legalVersions.terms }
    await service.client().signUp({ email, password: 'De-extranos-1!', options: { data: stranger } })
    await service.resetLimits()
    await signUpOnce(email, goodPassword)
    await service.press(await service.linkTo(email))
    const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(user.raw_user_meta_data).toMatchObject({ full_name: 'Ana' })
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', user.id).executeTakeFirst()
    expect(profile).toMatchObject({ full_name: 'Ana', user_type: 'patient' })
    const roles = await db.selectFrom('user_roles').select('role').where('user_id', '=', user.id).execute()
    expect(roles).toEqual([{ role: 'patient' }])
    expect(await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test.for(['first', 'again'] as const)(
    'a mail that is sent again is not a second sign-up: after the link that was sent %s, the password counts',
    async (sent) => {
      const email = newAddress()
      await signUpOnce(email, goodPassword)
      const firstLink = await service.linkTo(email)
      await service.resetLimits()
      await service.client().resend({ type: 'signup', email })
      await service.press(sent === 'first' ? firstLink : await service.linkTo(email))
      expect((await signIn(email, goodPassword)).error).toBeNull()
    },
  )

  test('a stranger’s sign-up and repeated mails neither end the owner’s link nor set a password', async () => {
    const email = newAddress()
    await signUpOnce(email, goodPassword)
    const ownLink = await service.linkTo(email)
    await service.resetLimits()
    await signUpOnce(email, 'de-otra-persona')
    for (let mails = 0; mails < 3; mails += 1) {
      await service.resetLimits()
      await service.client().resend({ type: 'signup', email })
    }
    const { to, values } = await service.press(ownLink)
    expect([values.get('type'), to]).toEqual(['recovery', `${service.platform.settings.publicUrl}/reset-password`])
    expect((await signIn(email, 'de-otra-persona')).error?.code).toBe('invalid_credentials')
  })
})

test('the response to a sign-up is sent before any query looks for the address’s account', async () => {
  const service = await startService({ settings: { requireEmailConfirmation: true }, leavesJobs: true })
  const { platform } = service
  const email = newAddress()
  const requestMail = async () => {
    await service.resetLimits()
    return service.client().signUp({ email, password: goodPassword, options: { data: { full_name: 'Ana' } } })
  }
  const { data } = await requestMail()
  const accounts = () => platform.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(await accounts()).toEqual([])
  await runJobs(platform)
  expect(await accounts()).toEqual([{ id: data.user?.id }])
  expect(await service.mailsTo(email)).toHaveLength(1)

  await requestMail()
  expect(await service.mailsTo(email)).toHaveLength(1)
  await runJobs(platform)
  expect(await service.mailsTo(email)).toHaveLength(2)
  await service.press(await service.linkTo(email))
  await requestMail()
  await runJobs(platform)
  expect(await service.mailsTo(email)).toHaveLength(2)
})

test('a sign-up whose job runs twice counts once, with its password', async () => {
  const service = await startService({ settings: { requireEmailConfirmation: true }, leavesJobs: true })
  const { platform } = service
  const email = newAddress()
  await service.client().signUp({ email, password: goodPassword })
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs`.execute(platform.db)
  for (const { payload } of [...rows, ...rows]) await requestedMailJob.run({ platform, payload })
  expect(await service.mailsTo(email)).toHaveLength(1)
  await service.press(await service.linkTo(email))
  expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
})

test.for(['confirmed', 'unconfirmed'])(
  'on a running clock, the response to a sign-up with a %s address has the format of the first one',
  async (state) => {
    let now = Date.now()
    // Each reading of the clock is a millisecond later.
    const clock = {
      now() {
        now += 1
        return new Date(now)
      },
    }
    const service = await startService({
      settings: { requireEmailConfirmation: true },
      alter: (platform) => ({ ...platform, clock }),
    })
    const email = newAddress()
    // In another order than the database's.
    const data = { phone: '099 123 456', full_name: 'Ana', b: { z: 1, a: [1.5, null] }, a: 'á' }
    const requestMail = async () => {
      await service.resetLimits()
      const response = await service.send('POST', '/signup', { body: { email, password: goodPassword, data } })
      return withPlaceholders(await response.text())
    }
    const first = await requestMail()
    if (state === 'confirmed') await service.press(await service.linkTo(email))
    expect(await requestMail()).toBe(first)
  },
)

/** The text with ids and instants replaced by placeholders that only show which are equal. */
function withPlaceholders(text: string): string {
  const placeholders = new Map<string, string>()
  const replace = (id: string) => placeholders.set(id, placeholders.get(id) ?? `#${placeholders.size}`).get(id) ?? ''
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, replace)
}

/** The keys, and the types of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shapeOf(child)]))
}
