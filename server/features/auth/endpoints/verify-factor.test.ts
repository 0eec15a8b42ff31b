import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { startService } from '#server/testing/auth-service.ts'
import { codeOf, personWithFactor, signedInPerson, wrongCode } from '#server/testing/authenticator.ts'
import { runJobs } from '#server/testing/platform.ts'
import { purgeExpired } from '../usecases/purge-expired.ts'

const service = await startService()
const { platform } = service
const { db, clock } = platform

type Client = ReturnType<typeof service.client>

async function challenge(client: Client, factorId: string): Promise<string> {
  const { data, error } = await client.mfa.challenge({ factorId })
  if (error) throw error
  return data.id
}
const isOpen = async (token: string) => (await service.client().getUser(token)).error === null
const claimsOf = async (client: Client) => (await client.getClaims()).data?.claims

describe('a verification', () => {
  test('raises the same session and rotates its refresh token', async () => {
    const { client, session } = await signedInPerson(service)
    const before = await claimsOf(client)
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    const factor = { factorId: data?.id ?? '', secret: data?.type === 'totp' ? data.totp.secret : '' }
    const code = codeOf({ secret: factor.secret, at: clock.now() })
    const verified = await client.mfa.challengeAndVerify({ factorId: factor.factorId, code })
    expect(verified.error).toBeNull()
    expect(verified.data?.refresh_token).not.toBe(session.refresh_token)
    const after = await claimsOf(client)
    expect(after).toMatchObject({ session_id: before?.session_id, aal: 'aal2' })
    expect(after?.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  })

  test('lasts: a refresh keeps the level, and a new sign-in starts below it', async () => {
    const { client, signIn } = await personWithFactor(service)
    expect((await client.refreshSession()).error).toBeNull()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    const other = await signIn()
    expect(await claimsOf(other.client)).toMatchObject({ aal: 'aal1' })
    expect((await other.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })

  test('ends the other sessions that have not used a second factor, and no others', async () => {
    const person = await personWithFactor(service)
    const raised = await person.signIn()
    const raise = { factorId: person.factorId, code: person.nextCode() }
    const raisedSession = (await raised.client.mfa.challengeAndVerify(raise)).data
    const [halfway, fresh, stranger] = [await person.signIn(), await person.signIn(), await signedInPerson(service)]
    const verified = await fresh.client.mfa.challengeAndVerify({ factorId: person.factorId, code: person.nextCode() })
    expect(verified.error).toBeNull()
    expect(await isOpen(halfway.session.access_token)).toBe(false)
    expect(await isOpen(person.session.access_token)).toBe(true)
    expect(await isOpen(raisedSession?.access_token ?? '')).toBe(true)
    expect(await isOpen(stranger.session.access_token)).toBe(true)
  })

  test('mails the owner, only the first time', async () => {
    const { email, client, factorId, nextCode } = await personWithFactor(service)
    await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
    const mails = await service.mailsTo(email)
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['accounts.second_factor_added', 'Se activó el segundo factor'],
    ])
    expect(mails[0]?.text).not.toContain('Teléfono')
  })

  test('accepts the code in two groups, as apps display it', async () => {
    const { client, factorId, nextCode } = await personWithFactor(service)
    const code = nextCode()
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect((await client.mfa.challengeAndVerify({ factorId, code: typed })).error).toBeNull()
  })
})

describe('a code', () => {
  test('that was used is refused, and so is an earlier one', async () => {
    const { client, factorId, secret, nextCode } = await personWithFactor(service)
    const earlier = codeOf({ secret, at: clock.now() })
    const code = nextCode()
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    for (const used of [code, earlier]) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: used })
      expect(error).toMatchObject({
        code: 'mfa_verification_failed',
        status: 422,
        message: 'Invalid TOTP code entered',
      })
    }
  })

  test('that verified the enrolment is refused in the next session', async () => {
    const { factorId, secret, signIn } = await personWithFactor(service)
    const { client } = await signIn()
    const code = codeOf({ secret, at: clock.now() })
    const { error } = await client.mfa.challengeAndVerify({ factorId, code })
    expect(error?.code).toBe('mfa_verification_failed')
  })

  test('sent eight times simultaneously is accepted once, across all sessions', async () => {
    const { factorId, nextCode, signIn } = await personWithFactor(service)
    const clients = (await Promise.all(Array.from({ length: 8 }, signIn))).map((each) => each.client)
    const challenges = await Promise.all(clients.map((client) => challenge(client, factorId)))
    const code = nextCode()
    const outcomes = await Promise.all(
      clients.map((client, index) => client.mfa.verify({ factorId, challengeId: challenges[index] ?? '', code })),
    )
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
    // The other requests are refused, or their session was ended by the first.
    for (const { error } of outcomes) expect([undefined, 422, 403, 429, 400]).toContain(error?.status)
  })

  test.for(['', '12345', 'abcdef', '1234567', "' or 1=1"])(
    'can’t be %j, which doesn’t count as a guess',
    async (code) => {
      const { client, factorId, nextCode } = await personWithFactor(service)
      const challengeId = await challenge(client, factorId)
      for (let i = 0; i < 7; i += 1) {
        const { error } = await client.mfa.verify({ factorId, challengeId, code })
        expect(error?.code).toBe('mfa_verification_failed')
      }
      expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()
    },
  )
})

describe('guessing a code', () => {
  test('five times locks the factor, also for the right code and for new challenges', async () => {
    const { signIn, email, factorId, secret, nextCode } = await personWithFactor(service)
    const { client } = await signIn()
    const wrong = wrongCode({ secret, at: clock.now() })
    const codes: unknown[] = []
    for (let i = 0; i < 6; i += 1) {
      codes.push((await client.mfa.challengeAndVerify({ factorId, code: wrong })).error?.code)
    }
    const locked = 'over_request_rate_limit'
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'mfa_verification_failed'), locked, locked])
    const right = await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
    expect(right.error).toMatchObject({ code: locked, status: 429 })
    expect(right.error?.message).toMatch(/^Too many invalid TOTP codes, try again after \d+ seconds\.$/)
    const kinds = (await service.mailsTo(email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['accounts.second_factor_locked', 'accounts.second_factor_added'])

    clock.advance(15 * minuteMs)
    expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()
  })

  test('again after a lock makes the next lock longer; a right code resets the count', async () => {
    const { client, factorId, secret, nextCode } = await personWithFactor(service)
    const fail = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        await client.mfa.challengeAndVerify({ factorId, code: wrongCode({ secret, at: clock.now() }) })
      }
    }
    const verifyNow = async () =>
      (await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error?.code ?? 'accepted'
    await fail(5)
    clock.advance(15 * minuteMs)
    await fail(5)
    clock.advance(15 * minuteMs)
    expect(await verifyNow()).toBe('over_request_rate_limit')
    clock.advance(15 * minuteMs)
    expect(await verifyNow()).toBe('accepted')
    await fail(4)
    expect(await verifyNow()).toBe('accepted')
  })

  test('in eight sessions simultaneously is counted together', async () => {
    const { factorId, secret, signIn } = await personWithFactor(service)
    const clients = (await Promise.all(Array.from({ length: 8 }, signIn))).map((each) => each.client)
    const challenges = await Promise.all(clients.map((client) => challenge(client, factorId)))
    const code = wrongCode({ secret, at: clock.now() })
    const outcomes = await Promise.all(
      clients.map((client, index) => client.mfa.verify({ factorId, challengeId: challenges[index] ?? '', code })),
    )
    const counted = outcomes.filter(({ error }) => error?.code === 'mfa_verification_failed')
    expect(counted).toHaveLength(4)
    const row = await db.selectFrom('mfa_factors').selectAll().where('id', '=', factorId).executeTakeFirstOrThrow()
    expect(row.failed_attempts).toBe(5)
  })
})

describe('a challenge', () => {
  test('lasts five minutes, and says so for an hour after that', async () => {
    const { client, factorId, nextCode } = await personWithFactor(service)
    const challengeId = await challenge(client, factorId)
    clock.advance(5 * minuteMs)
    const expired = await client.mfa.verify({ factorId, challengeId, code: nextCode() })
    expect(expired.error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
    const find = () => db.selectFrom('mfa_challenges').select('id').where('id', '=', challengeId).execute()
    await purgeExpired(platform)
    expect(await find()).toHaveLength(1)
    clock.advance(61 * minuteMs)
    await purgeExpired(platform)
    expect(await find()).toEqual([])
    await runJobs(platform)
  })

  test('stays valid after a typing error, and works once', async () => {
    const { client, factorId, secret, nextCode } = await personWithFactor(service)
    const challengeId = await challenge(client, factorId)
    const mistyped = await client.mfa.verify({ factorId, challengeId, code: wrongCode({ secret, at: clock.now() }) })
    expect(mistyped.error?.code).toBe('mfa_verification_failed')
    expect((await client.mfa.verify({ factorId, challengeId, code: nextCode() })).error).toBeNull()
    const repeated = await client.mfa.verify({ factorId, challengeId, code: nextCode() })
    expect(repeated.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
  })

  test('of another factor, of another user or of no factor is refused', async () => {
    const person = await personWithFactor(service)
    const stranger = await personWithFactor(service)
    const foreign = await challenge(stranger.client, stranger.factorId)
    for (const challengeId of [foreign, newId(), 'x', '']) {
      const { error } = await person.client.mfa.verify({ ...person, challengeId, code: person.nextCode() })
      expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    }
    // Another user's factor, with that user's own code.
    const ownChallenge = await challenge(person.client, person.factorId)
    for (const challengeId of [foreign, ownChallenge]) {
      const { factorId } = stranger
      const { error } = await person.client.mfa.verify({ factorId, challengeId, code: stranger.nextCode() })
      expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    }
    for (const factorId of [stranger.factorId, newId(), 'x']) {
      expect((await person.client.mfa.challenge({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found' })
    }
  })
})
