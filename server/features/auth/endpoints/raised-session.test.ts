import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'

import { startService } from '#server/testing/auth-service.ts'
import { personWithFactor } from '#server/testing/authenticator.ts'
import { authenticate } from '../sessions/authenticate.ts'

const service = await startService()
const { platform } = service
const { db, clock } = platform

/** A user who has just typed the second factor's code: the tokens from before and after it. */
async function raiseSession() {
  const { signIn, factorId, nextCode } = await personWithFactor(service)
  const { client, session: before } = await signIn()
  const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
  if (error) throw error
  const sessionId = (await client.getClaims()).data?.claims.session_id ?? ''
  return { before, after: data, sessionId }
}

async function refresh(refreshToken: string) {
  const { data, error } = await service.client().refreshSession({ refresh_token: refreshToken })
  return { code: error?.code, next: data.session?.refresh_token, access: data.session?.access_token }
}

const isOpen = async (sessionId: string) =>
  (await db.selectFrom('sessions').select('id').where('id', '=', sessionId).execute()).length === 1
const levelOf = async (token: string) => (await authenticate(platform, token))?.aal

describe('after the second factor, the earlier refresh token', () => {
  test('is refused within the ten seconds in which a slow tab may present it, and the session stays open', async () => {
    const { before, after, sessionId } = await raiseSession()
    for (const seconds of [0, 5, 4]) {
      clock.advance(seconds * 1000)
      expect(await refresh(before.refresh_token)).toEqual({ code: 'refresh_token_already_used' })
    }
    expect(await isOpen(sessionId)).toBe(true)
    expect(await levelOf((await refresh(after.refresh_token)).access ?? '')).toBe('aal2')
  })

  test('is refused when it arrives together with the code, in either order', async () => {
    const { signIn, factorId, nextCode } = await personWithFactor(service)
    const { client, session } = await signIn()
    const { data: challenge } = await client.mfa.challenge({ factorId })
    const code = nextCode()
    const [verified, ...refreshed] = await Promise.all([
      client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code }),
      ...Array.from({ length: 8 }, () => refresh(session.refresh_token)),
    ])
    expect(verified.error).toBeNull()
    for (const { access, next } of refreshed) {
      if (access !== undefined) expect(JSON.parse(atob(access.split('.')[1] ?? '')).aal).toBe('aal1')
      // Tokens that a thief got before the code keep their level afterwards.
      if (next !== undefined) expect((await refresh(next)).access).toBeUndefined()
    }
  })

  test('counts as stolen when it comes later: it never gets the second factor, and the session ends', async () => {
    const { before, after, sessionId } = await raiseSession()
    clock.advance(11_000)
    expect(await refresh(before.refresh_token)).toMatchObject({ code: 'refresh_token_already_used', next: undefined })
    expect(await isOpen(sessionId)).toBe(false)
    expect((await refresh(after.refresh_token)).code).toBe('refresh_token_not_found')
  })

  test('counts as stolen also when it comes right after the new one is used', async () => {
    const { before, after, sessionId } = await raiseSession()
    clock.advance(hourMs)
    const next = await refresh(after.refresh_token)
    expect(await levelOf(next.access ?? '')).toBe('aal2')
    expect((await refresh(before.refresh_token)).code).toBe('refresh_token_already_used')
    expect(await isOpen(sessionId)).toBe(false)
  })
})

test('the refresh token that came with the code is returned again when its response was lost', async () => {
  const { after } = await raiseSession()
  const { next } = await refresh(after.refresh_token)
  clock.advance(hourMs)
  expect(await refresh(after.refresh_token)).toMatchObject({ code: undefined, next })
})

describe('after the second factor, the earlier access token', () => {
  test('keeps its level', async () => {
    const { before, after } = await raiseSession()
    expect(await levelOf(after.access_token)).toBe('aal2')
    expect(await levelOf(before.access_token)).toBe('aal1')
  })

  test('can’t change what needs the second factor', async () => {
    const { before, after } = await raiseSession()
    const change = (token: string) =>
      service.send('PUT', '/user', {
        body: { password: `una-sombra-${clock.now().getTime()}` },
        headers: { authorization: `Bearer ${token}` },
      })
    const refused = await change(before.access_token)
    expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([401, 'insufficient_aal'])
    expect((await change(after.access_token)).status).toBe(200)
  })
})
