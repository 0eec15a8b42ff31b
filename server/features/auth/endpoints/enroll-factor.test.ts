import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { clientVersions, startService } from '#server/testing/auth-service.ts'
import { codeOf, personWithFactor, signedInPerson } from '#server/testing/authenticator.ts'

const service = await startService()
const { db, clock } = service.platform

const bearer = (session: { access_token: string }) => ({ authorization: `Bearer ${session.access_token}` })
type Body = { code?: string; id: string; access_token: string; totp: { secret: string } }

async function post(path: string, { session, body }: { session: { access_token: string }; body?: unknown }) {
  const headers = { ...bearer(session), 'x-supabase-api-version': '2024-01-01' }
  const response = await service.send('POST', path, { headers, body: body ?? {} })
  const received = (await response.json()) as Body
  return { status: response.status, code: received.code, received }
}
const rowsOf = (userId: string) =>
  db.selectFrom('mfa_factors').select(['id', 'friendly_name', 'status']).where('user_id', '=', userId).execute()

describe.for(clientVersions)('the client %s', (version) => {
  test('enrols, verifies, lists and removes a second factor', async () => {
    const { client, email } = await signedInPerson(service, { version })
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    if (enrolled.error) throw enrolled.error
    const { id, type, friendly_name, totp } = enrolled.data
    expect({ type, friendly_name }).toEqual({ type: 'totp', friendly_name: 'Teléfono' })
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(totp.uri).searchParams.get('secret')).toBe(totp.secret)
    expect(decodeURIComponent(totp.uri)).toContain(`otpauth://totp/Senda:${email}?`)
    // In a data: URL a # would end the content, and a % begin an escape.
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const begun = await client.mfa.listFactors()
    expect(begun.data?.totp).toEqual([])
    expect(begun.data?.all).toMatchObject([
      { id, status: 'unverified', friendly_name: 'Teléfono', factor_type: 'totp' },
    ])

    const challenged = await client.mfa.challenge({ factorId: id })
    if (challenged.error) throw challenged.error
    expect(challenged.data).toMatchObject({ type: 'totp' })
    expect(challenged.data.expires_at).toBe(Math.floor(clock.now().getTime() / 1000) + 300)
    const code = codeOf({ secret: totp.secret, at: clock.now() })
    const verified = await client.mfa.verify({ factorId: id, challengeId: challenged.data.id, code })
    expect(verified.error).toBeNull()
    expect(verified.data?.user.factors).toMatchObject([{ id, status: 'verified' }])
    const level = (await client.mfa.getAuthenticatorAssuranceLevel()).data
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const methods = (level?.currentAuthenticationMethods ?? []) as { method: string }[]
    expect(methods.map(({ method }) => method)).toEqual(['totp', 'password'])
    const listed = (await client.mfa.listFactors()).data
    expect(listed?.totp).toMatchObject([{ id, status: 'verified' }])
    expect(listed?.totp[0]).toHaveProperty('last_challenged_at', clock.now().toISOString())

    expect(await client.mfa.unenroll({ factorId: id })).toEqual({ data: { id }, error: null })
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })
})

test('a user without a factor has no list of factors, as clients expect', async () => {
  const { session } = await signedInPerson(service)
  const user = await (await service.send('GET', '/user', { headers: bearer(session) })).json()
  expect(user).not.toHaveProperty('factors')
})

describe('the enrolment of a factor', () => {
  test('replaces an unfinished one with the same name', async () => {
    const { session: first, userId, signIn } = await signedInPerson(service)
    const enroll = (name: string, session = first) =>
      post('/factors', { session, body: { factor_type: 'totp', friendly_name: name, issuer: null } })
    for (const name of ['Teléfono', 'Teléfono', '', '', 'Tableta']) expect((await enroll(name)).status).toBe(200)
    expect((await rowsOf(userId)).map((row) => row.friendly_name)).toEqual(['Teléfono', '', 'Tableta'])
    clock.advance(31 * minuteMs)
    expect((await enroll('Otro', (await signIn()).session)).status).toBe(200)
    expect((await rowsOf(userId)).map((row) => row.friendly_name)).toEqual(['Otro'])
  })

  test('is refused with a verified factor’s name; a verification ends all other enrolments', async () => {
    const { session, userId } = await signedInPerson(service)
    await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Abandonado' } })
    const { received } = await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Teléfono' } })
    const { id, totp } = received
    const challenge = (await post(`/factors/${id}/challenge`, { session })).received
    const code = codeOf({ secret: totp.secret, at: clock.now() })
    const verified = await post(`/factors/${id}/verify`, { session, body: { challenge_id: challenge.id, code } })
    expect(verified.status).toBe(200)
    expect(await rowsOf(userId)).toEqual([{ id, friendly_name: 'Teléfono', status: 'verified' }])
    const raised = verified.received as { access_token: string }
    const repeated = await post('/factors', {
      session: raised,
      body: { factor_type: 'totp', friendly_name: ' Teléfono ' },
    })
    expect([repeated.status, repeated.code]).toEqual([422, 'mfa_factor_name_conflict'])
  })

  test('twice simultaneously with one name succeeds twice and leaves one', async () => {
    const { session, userId } = await signedInPerson(service)
    const enroll = () => post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Teléfono' } })
    const responses = await Promise.all([enroll(), enroll(), enroll()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await rowsOf(userId)).toHaveLength(1)
  })

  test('and its first code need a recent sign-in, for the first factor', async () => {
    const { session, signIn, userId } = await signedInPerson(service)
    clock.advance(14 * minuteMs)
    const { id, totp } = (await post('/factors', { session, body: { factor_type: 'totp' } })).received
    clock.advance(2 * minuteMs)
    const refused = { status: 400, code: 'reauthentication_needed' }
    expect(await post('/factors', { session, body: { factor_type: 'totp' } })).toMatchObject(refused)

    const verify = async (from: typeof session) => {
      const challenge = (await post(`/factors/${id}/challenge`, { session: from })).received
      const body = { challenge_id: challenge.id, code: codeOf({ secret: totp.secret, at: clock.now() }) }
      return post(`/factors/${id}/verify`, { session: from, body })
    }
    expect(await verify(session)).toMatchObject(refused)
    expect((await rowsOf(userId)).map(({ status }) => status)).toEqual(['unverified'])
    expect((await verify((await signIn()).session)).status).toBe(200)
  })

  test('needs the first factor, but no recent sign-in, for a second factor', async () => {
    const { session } = await personWithFactor(service)
    clock.advance(16 * minuteMs)
    expect((await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Tableta' } })).status).toBe(
      200,
    )
  })

  test('is refused to a session that has not used the second factor', async () => {
    const { signIn, userId } = await personWithFactor(service)
    const { session } = await signIn()
    const refused = await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'De otro' } })
    expect([refused.status, refused.code]).toEqual([403, 'insufficient_aal'])
    expect(await rowsOf(userId)).toHaveLength(1)
  })

  test('from before the first factor’s verification can’t be finished without that factor', async () => {
    const { signIn, session, userId } = await personWithFactor(service)
    const begun = await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Segundo' } })
    const { id, totp } = begun.received
    const { session: lower } = await signIn()
    const challenge = (await post(`/factors/${id}/challenge`, { session: lower })).received
    const body = { challenge_id: challenge.id, code: codeOf({ secret: totp.secret, at: clock.now() }) }
    const refused = await post(`/factors/${id}/verify`, { session: lower, body })
    expect([refused.status, refused.code]).toEqual([403, 'insufficient_aal'])
    expect((await rowsOf(userId)).map(({ status }) => status)).toEqual(['verified', 'unverified'])
  })

  test('is refused for an eleventh factor', async () => {
    const { session, userId } = await personWithFactor(service)
    const more = Array.from({ length: 9 }, (_, index) => ({
      id: crypto.randomUUID(),
      user_id: userId,
      status: 'verified',
      friendly_name: `Número ${index}`,
      sealed_secret: Buffer.alloc(1),
    }))
    await db.insertInto('mfa_factors').values(more).execute()
    const refused = await post('/factors', { session, body: { factor_type: 'totp', friendly_name: 'Uno más' } })
    expect([refused.status, refused.code]).toEqual([422, 'too_many_enrolled_mfa_factors'])
  })

  test.for([
    [{ factor_type: 'phone', phone: '+59899123456' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'sms' }, 400, 'validation_failed'],
    [{ factor_type: null }, 400, 'validation_failed'],
    [{ factor_type: 7 }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', issuer: 'x'.repeat(101) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'a\u0000' }, 400, 'validation_failed'],
  ] as const)('with %j is refused with %i %s', async ([body, status, code]) => {
    const { session } = await signedInPerson(service)
    expect(await post('/factors', { session, body })).toMatchObject({ status, code })
  })

  test('needs a session', async () => {
    for (const [method, path] of [
      ['POST', '/factors'],
      ['POST', '/factors/x/challenge'],
      ['POST', '/factors/x/verify'],
      ['DELETE', '/factors/x'],
    ] as const) {
      const response = await service.send(method, path, { body: {} })
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization'])
    }
  })
})
