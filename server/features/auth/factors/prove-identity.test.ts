import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { db, clock } = service.platform
const newPassword = 'otra-sombra-2026'
const quarter = 15 * minuteMs

type Person = Awaited<ReturnType<typeof signUp>>

/** A user who signed in more than a quarter of an hour ago. */
async function signUpAWhileAgo(): Promise<Person> {
  const person = await signUp(service)
  await ageSessions(person.user.id)
  return person
}

async function ageSessions(userId: string) {
  const timestamp = Math.floor((clock.now().getTime() - quarter) / 1000) - 1
  const sessions = await db.selectFrom('sessions').select(['id', 'amr']).where('user_id', '=', userId).execute()
  for (const { id, amr } of sessions) {
    const older = (amr as { method: string }[]).map(({ method }) => ({ method, timestamp }))
    await db
      .updateTable('sessions')
      .set({ amr: JSON.stringify(older) })
      .where('id', '=', id)
      .execute()
  }
}

const requestCode = async (person: Person) => {
  const { error } = await person.client.reauthenticate()
  expect(error).toBeNull()
  return service.codeTo(person.email)
}
const wrongCode = (right: string) => (right === '000 000' ? '000001' : '000000')
const canSignIn = async (email: string, password: string) =>
  (await service.client().signInWithPassword({ email, password })).error === null

describe('a new password or address without a recent sign-in', () => {
  test.for([{ password: newPassword }, { email: 'otra@example.uy' }])('%j needs a proof', async (change) => {
    const { client, email } = await signUpAWhileAgo()
    expect((await client.updateUser(change)).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect(await canSignIn(email, goodPassword)).toBe(true)
    expect(await service.mailsTo('otra@example.uy')).toEqual([])
  })

  test('succeeds with the current password, and not with another', async () => {
    const { client, email } = await signUpAWhileAgo()
    const wrong = await client.updateUser({ password: newPassword, current_password: 'no es esta' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect((await client.updateUser({ password: newPassword, current_password: goodPassword })).error).toBeNull()
    expect(await canSignIn(email, newPassword)).toBe(true)
    const newEmail = newAddress()
    expect((await client.updateUser({ email: newEmail, current_password: newPassword })).error).toBeNull()
    expect(await service.mailsTo(newEmail)).toHaveLength(1)
  })

  test('succeeds with a mailed code, once', async () => {
    const person = await signUpAWhileAgo()
    const code = await requestCode(person)
    const [mail] = await service.mailsTo(person.email)
    expect(mail).toMatchObject({ kind: 'accounts.reauthentication', html: expect.not.stringContaining('href=') })
    expect((await person.client.updateUser({ password: newPassword, nonce: code })).error).toBeNull()
    expect(await canSignIn(person.email, newPassword)).toBe(true)
    await ageSessions(person.user.id)
    const repeated = await person.client.updateUser({ password: 'una-tercera', nonce: code })
    expect(repeated.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  test('is refused with a wrong, expired or another user’s code', async () => {
    const [person, otherPerson] = [await signUpAWhileAgo(), await signUpAWhileAgo()]
    const code = await requestCode(person)
    const foreign = await requestCode(otherPerson)
    for (const nonce of [wrongCode(code), code === foreign ? wrongCode(code) : foreign, 'x', '12345']) {
      const { error } = await person.client.updateUser({ password: newPassword, nonce })
      expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    }
    clock.advance(quarter)
    const late = await person.client.updateUser({ password: newPassword, nonce: code })
    expect(late.error?.code).toBe('reauthentication_not_valid')
    clock.set(new Date())
  })

  test('is refused with the sixth code, even when it is right', async () => {
    const person = await signUpAWhileAgo()
    const code = await requestCode(person)
    for (let i = 0; i < 5; i += 1) await person.client.updateUser({ password: newPassword, nonce: wrongCode(code) })
    const { error } = await person.client.updateUser({ password: newPassword, nonce: code })
    expect(error?.code).toBe('reauthentication_not_valid')
    expect(await canSignIn(person.email, goodPassword)).toBe(true)
  })

  test('leaves the code unused when it is refused for another reason', async () => {
    const person = await signUpAWhileAgo()
    const nonce = await requestCode(person)
    const same = await person.client.updateUser({ password: goodPassword, nonce })
    expect(same.error?.code).toBe('same_password')
    expect((await person.client.updateUser({ password: newPassword, nonce })).error).toBeNull()
  })

  test('does not accept a sign-in code, nor does a sign-in accept this one', async () => {
    const person = await signUpAWhileAgo()
    await service.client().signInWithOtp({ email: person.email })
    const other = await service.codeTo(person.email)
    const { error } = await person.client.updateUser({ password: newPassword, nonce: other })
    expect(error?.code).toBe('reauthentication_not_valid')
    await service.resetLimits()
    const nonce = await requestCode(person)
    for (const type of ['email', 'recovery', 'signup', 'email_change'] as const) {
      const used = await service.client().verifyOtp({ email: person.email, token: nonce, type })
      expect(used.error?.code).toBe('otp_expired')
    }
  })

  test('reports a taken address only after the proof', async () => {
    const taken = await signUp(service)
    const { client } = await signUpAWhileAgo()
    expect((await client.updateUser({ email: taken.email })).error?.code).toBe('reauthentication_needed')
  })

  test('needs no proof for the current address and for other data', async () => {
    const { client, email } = await signUpAWhileAgo()
    const { data, error } = await client.updateUser({ email, data: { full_name: 'Ana Laura' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ana Laura' })
  })

  test('does not count a refresh as a sign-in', async () => {
    const { client } = await signUpAWhileAgo()
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.updateUser({ password: newPassword })).error?.code).toBe('reauthentication_needed')
  })
})

describe('a recent sign-in is a sufficient proof', () => {
  test('with a password, for a quarter of an hour', async () => {
    const { client, email, password } = await signUp(service)
    await client.signInWithPassword({ email, password })
    clock.advance(quarter - 1000)
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
    clock.set(new Date())
  })

  test('with a recovery link', async () => {
    const { email } = await signUpAWhileAgo()
    await service.client().resetPasswordForEmail(email)
    const { values } = await service.press(await service.linkTo(email))
    const client = service.client()
    await client.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
  })
})

describe('an account with a second factor', () => {
  test.for([
    { password: newPassword },
    { email: 'otra@example.uy' },
    { password: newPassword, current_password: goodPassword },
  ])('refuses %j to a session that has not used the second factor, also after a recovery', async (change) => {
    const { email, client, user } = await signUp(service)
    await client.signInWithOtp({ email })
    await service.press(await service.linkTo(email))
    const signedIn = service.client()
    await signedIn.signInWithPassword({ email, password: goodPassword })
    await service.client().resetPasswordForEmail(email)
    const recovered = service.client()
    const { data } = await recovered.verifyOtp({ email, token: await service.codeTo(email), type: 'recovery' })
    expect(data.session).toBeTruthy()
    await db
      .insertInto('mfa_factors')
      .values({ id: crypto.randomUUID(), user_id: user.id, status: 'verified', sealed_secret: Buffer.alloc(1) })
      .execute()
    expect((await recovered.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    await db.updateTable('sessions').set({ aal: 'aal2', aal2_counter: 0 }).where('user_id', '=', user.id).execute()
    await recovered.refreshSession()
    expect((await recovered.updateUser(change)).error?.code).not.toBe('insufficient_aal')
  })

  test('whose factor was never verified needs no code', async () => {
    const { client } = await signUp(service)
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
  })
})

test('requesting a code needs a session, and a minute between two requests', async () => {
  const response = await service.send('GET', '/reauthenticate')
  expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization'])
  const person = await signUp(service)
  await requestCode(person)
  expect((await person.client.reauthenticate()).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  })
})

test('a session that ends during its change of address changes nothing', async () => {
  const { client, email, user } = await signUp(service)
  const other = service.client()
  await other.signInWithPassword({ email, password: goodPassword })
  const newEmail = newAddress()
  const [moved, ended] = await Promise.all([client.updateUser({ email: newEmail }), other.signOut({ scope: 'others' })])
  expect(ended.error).toBeNull()
  const row = await db.selectFrom('users').select('new_email').where('id', '=', user.id).executeTakeFirst()
  expect(row?.new_email).toBe(moved.error ? null : newEmail)
})
