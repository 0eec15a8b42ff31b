import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { goodPassword, signUp, startService } from '#server/testing/auth-service.ts'
import { deleteAccount } from './delete-account.ts'

const service = await startService()
const { platform } = service

/** A patient who signed up in their browser and has just deleted the account. */
async function signUpAndDelete() {
  const person = await signUp(service, { data: { full_name: 'Rosa Lago', phone: '099 777 111' } })
  await service.client().resetPasswordForEmail(person.email)
  const link = await service.linkTo(person.email)
  const actor = await authenticate(platform, person.session.access_token)
  if (!actor) throw new Error('no actor')
  await deleteAccount(platform, { actor, currentPassword: goodPassword })
  return { ...person, link, actor }
}

describe('a deleted account', () => {
  test('has its sessions refused from the next request on', async () => {
    const person = await signUpAndDelete()
    const { url } = await startTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
    const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${person.session.access_token}` } })
    expect([me.status, ((await me.json()) as { code: string }).code]).toEqual([401, 'session.missing'])
    expect((await person.client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await person.client.refreshSession({ refresh_token: person.session.refresh_token })).error).toMatchObject({
      code: 'refresh_token_not_found',
    })
  })

  test('can’t be opened with the password, an earlier mailed link or a new one', async () => {
    const person = await signUpAndDelete()
    const { error } = await service.client().signInWithPassword(person)
    expect(error).toMatchObject({ code: 'invalid_credentials' })
    const { values } = await service.press(person.link)
    expect(values.get('error_code')).toBe('otp_expired')
    await service.resetLimits()
    expect((await service.client().resetPasswordForEmail(person.email)).error).toBeNull()
    expect((await service.mailsTo(person.email))[0]).toMatchObject({ kind: 'accounts.deleted' })
  })

  test('frees its address for a new account, which starts empty', async () => {
    const person = await signUpAndDelete()
    const secondAccount = await signUp(service, { email: person.email, password: 'otra-clave-nueva' })
    expect(secondAccount.user.id).not.toBe(person.user.id)
    expect(secondAccount.user.user_metadata).toEqual({})
    const profile = await platform.db
      .selectFrom('profiles')
      .select(['full_name', 'phone', 'status'])
      .where('id', '=', secondAccount.user.id)
      .executeTakeFirst()
    expect(profile).toEqual({ full_name: '', phone: null, status: 'active' })
    expect((await service.client().signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
    // The former account stays deleted beside it.
    const { rows } = await sql`select status from profiles where id = ${person.user.id}`.execute(platform.db)
    expect(rows).toEqual([{ status: 'deleted' }])
  })

  test('over the API is announced with its consequences and then confirmed', async () => {
    const person = await signUp(service)
    const { url } = await startTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
    const headers = { authorization: `Bearer ${person.session.access_token}`, 'content-type': 'application/json' }
    const consequences = await fetch(`${url}/api/v1/me/deletion`, { headers })
    const announced: { terms: string } = await consequences.json()
    expect(announced).toEqual({
      upcomingAppointments: 0,
      pastAppointments: 0,
      reviews: 0,
      dependants: 0,
      messages: 0,
      points: 0,
      rewards: 0,
      payments: { count: 0, cents: 0 },
      recordedPeople: 0,
      written: { messages: 0, records: 0 },
      staffActions: 0,
      upcomingPayments: { paidCents: 0, refundCents: 0, lostCents: 0, losses: [] },
      creditCents: 0,
      packageSessions: 0,
      pendingRefunds: { count: 0, cents: 0 },
      blockedBy: null,
      terms: expect.any(String),
    })
    const post = (body: object) =>
      fetch(`${url}/api/v1/me/delete`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ terms: announced.terms, ...body }),
      })
    const wrong = await post({ currentPassword: 'no es esta' })
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'accounts.wrong_password' }])
    const missing = await post({ currentPassword: null })
    expect([missing.status, await missing.json()]).toMatchObject([403, { code: 'accounts.reauthentication_needed' }])
    const right = await post({ currentPassword: person.password })
    expect([right.status, await right.json()]).toEqual([200, { deleted: true }])
    expect((await post({ currentPassword: null })).status).toBe(401)
  })

  test('with a second factor is deleted only in a session that has used it', async () => {
    const { url } = await startTestServer({
      platform,
      authenticate: () => Promise.resolve({ ...actorOf(['patient']), aal: 'aal1' as const }),
    })
    const response = await fetch(`${url}/api/v1/me/delete`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: null, terms: 'any' }),
    })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'session.second_factor' }])
  })
})
