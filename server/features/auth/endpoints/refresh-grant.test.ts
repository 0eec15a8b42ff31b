import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'

import { clientVersions, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { judgeRefresh, parseRefreshToken, refreshTokenOf } from '../sessions/refresh-tokens.ts'

describe.each(clientVersions)('a refresh with the client %s', async (version) => {
  const service = await startService({ version })
  const { db, clock, secret } = service.platform

  /** The response to a browser that has only this token. */
  async function refresh(refreshToken: string) {
    const { data, error } = await service.client().refreshSession({ refresh_token: refreshToken })
    return {
      next: data.session?.refresh_token,
      access: data.session?.access_token,
      code: error?.code,
      status: error?.status,
    }
  }
  const isAlive = async (userId: string) =>
    (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length === 1

  test('returns new tokens for the same session and user', async () => {
    const { client, session, user } = await signUp(service)
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect((await client.getUser()).data.user?.id).toBe(user.id)
    const claims = (await client.getClaims(data.session?.access_token)).data?.claims
    const before = (await client.getClaims(session.access_token)).data?.claims
    expect(claims).toMatchObject({ session_id: before?.session_id, amr: before?.amr, aal: 'aal1' })
  })

  test('by twenty tabs simultaneously returns the same next token, and signs no tab out', async () => {
    const { session, user } = await signUp(service)
    const all = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)))
    expect(all.map((each) => each.code)).toEqual(Array.from({ length: 20 }, () => undefined))
    expect(new Set(all.map((each) => each.next)).size).toBe(1)
    expect(await isAlive(user.id)).toBe(true)
    expect((await refresh(all[0]?.next ?? '')).code).toBeUndefined()
  })

  test('returns the next token again to a client that failed to save it, even a day later', async () => {
    const { session } = await signUp(service)
    const first = await refresh(session.refresh_token)
    clock.advance(dayMs)
    const repeated = await refresh(session.refresh_token)
    expect(repeated.next).toBe(first.next)
    clock.set(new Date())
  })

  test('accepts an older token of a slow tab within ten seconds', async () => {
    const { session } = await signUp(service)
    const first = await refresh(session.refresh_token)
    const second = await refresh(first.next ?? '')
    clock.advance(9_000)
    expect(await refresh(session.refresh_token)).toMatchObject({ next: second.next })
    clock.set(new Date())
  })

  test('with an older token after that counts as theft, and ends the session for both', async () => {
    const { session, user, client } = await signUp(service)
    const first = await refresh(session.refresh_token)
    const second = await refresh(first.next ?? '')
    clock.advance(11_000)
    expect(await refresh(session.refresh_token)).toMatchObject({ code: 'refresh_token_already_used', status: 400 })
    expect(await isAlive(user.id)).toBe(false)
    expect(await refresh(second.next ?? '')).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.getUser(second.access)).error?.name).toBe('AuthSessionMissingError')
    clock.set(new Date())
  })

  test('after eight hours of sleep still succeeds', async () => {
    const { session } = await signUp(service)
    clock.advance(8 * hourMs)
    expect((await service.client().getUser(session.access_token)).error?.code).toBe('bad_jwt')
    const { next, access } = await refresh(session.refresh_token)
    expect(next).toBeTruthy()
    expect((await service.client().getUser(access)).error).toBeNull()
    clock.set(new Date())
  })

  test('has no limit that could sign an honest user out', async () => {
    const { session } = await signUp(service)
    let token = session.refresh_token
    for (let i = 0; i < 150; i += 1) token = (await refresh(token)).next ?? ''
    expect(token).toBeTruthy()
  })

  test('with a text that is not a token, or with a forged one, is refused and leaves the session open', async () => {
    const { session } = await signUp(service)
    const foreign = { id: newId(), refresh_key: Buffer.alloc(32), refresh_counter: 0 }
    const ownToken = parseRefreshToken(session.refresh_token)
    const ahead = { id: ownToken?.sessionId ?? '', refresh_key: Buffer.alloc(32, 7), refresh_counter: 5 }
    for (const text of [
      'x',
      'a'.repeat(69),
      `${session.refresh_token}=`,
      `${session.refresh_token} `,
      '\u00e1'.repeat(70),
      'x'.repeat(10_000),
    ]) {
      expect(await refresh(text)).toMatchObject({ code: 'refresh_token_not_found', status: 400 })
    }
    for (const session of [foreign, ahead]) {
      expect(await refresh(refreshTokenOf({ session, secret }))).toMatchObject({
        code: 'refresh_token_not_found',
        status: 400,
      })
    }
    const bare = await service.send('POST', '/token?grant_type=refresh_token')
    expect([bare.status, bare.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
    expect((await refresh(session.refresh_token)).code).toBeUndefined()
  })

  test('is refused after the end that was set for the session', async () => {
    const { session, user } = await signUp(service)
    await db.updateTable('sessions').set({ not_after: clock.now() }).where('user_id', '=', user.id).execute()
    expect(await refresh(session.refresh_token)).toMatchObject({ code: 'session_expired', status: 400 })
    expect((await service.client().getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
  })

  test('is refused to a banned user', async () => {
    const { session, user } = await signUp(service, { email: newAddress() })
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', user.id).execute()
    expect(await refresh(session.refresh_token)).toMatchObject({ code: 'user_banned', status: 400 })
  })
})

describe('a refresh token is judged by its number', () => {
  const now = new Date()
  const judge = (presented: number, { aal2From, secondsAgo }: { aal2From?: number; secondsAgo?: number } = {}) =>
    judgeRefresh({
      presented,
      active: 20,
      aal2From: aal2From ?? null,
      refreshedAt: new Date(now.getTime() - (secondsAgo ?? 0) * 1000),
      now,
    })

  test('a refresh token ahead of its session is unknown', () => {
    expect(judge(21)).toBe('unknown')
  })

  test('a refresh token from before the second factor never gets the active one, under any rule', () => {
    for (const presented of [4, 12, 19]) expect(judge(presented)).toBe('repeat')
    for (const presented of [4, 12, 19]) expect(judge(presented, { aal2From: 20 })).toBe('outdated')
    expect(judge(19, { aal2From: 20, secondsAgo: 3600 })).toBe('outdated')
    expect(judge(19, { aal2From: 19, secondsAgo: 3600 })).toBe('repeat')
    expect(judge(18, { aal2From: 20, secondsAgo: 11 })).toBe('stolen')
  })
})
