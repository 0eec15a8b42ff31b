import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { correctAddressRoutes } from '#server/processes/correct-address.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'

import { authenticate } from '../sessions/authenticate.ts'
import { sessionsRoutes } from './sessions.ts'

const service = await startService()
const { platform } = service
const routes = { ...sessionsRoutes, ...correctAddressRoutes.sessions }

/** The routes, called with an access token. */
function as(accessToken: string) {
  return clientOf(platform, routes, {
    bearer: accessToken,
    authenticate: () => authenticate(platform, accessToken),
  })
}

/** Signs the user in again, as from another browser. */
async function signInAgain({ email, password }: { email: string; password: string }, userAgent: string) {
  const response = await service.send('POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { token }
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

describe('the list of sessions', () => {
  test('starts with the caller’s session, then the most recently used, each with device and address', async () => {
    const person = await signUp(service)
    platform.clock.advance(minuteMs)
    const phone = await signInAgain(person, iphone)
    platform.clock.advance(minuteMs)
    await signInAgain(person, firefox)
    const { items } = await as(person.session.access_token).list()
    expect(items.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      [null, true],
      ['Firefox en Linux', false],
      ['Safari en iOS', false],
    ])
    expect(items[2]).toEqual({
      id: expect.any(String),
      isCurrent: false,
      device: 'Safari en iOS',
      kind: 'phone',
      address: '192.0.2.1',
      createdAt: new Date(platform.clock.now().getTime() - minuteMs).toISOString(),
      lastUsedAt: new Date(platform.clock.now().getTime() - minuteMs).toISOString(),
    })
    const fromThePhone = await as(phone.token).list()
    expect(fromThePhone.items.map(({ device }) => device)).toEqual(['Safari en iOS', 'Firefox en Linux', null])
  })

  test('omits other users’ sessions and expired ones', async () => {
    const person = await signUp(service)
    await signUp(service)
    await signInAgain(person, iphone)
    const client = as(person.session.access_token)
    expect((await client.list()).items).toHaveLength(2)
    await platform.db
      .updateTable('sessions')
      .set({ not_after: platform.clock.now() })
      .where('user_id', '=', person.user.id)
      .where('user_agent', '=', iphone)
      .execute()
    expect((await client.list()).items).toHaveLength(1)
  })

  test('has the last use to within five minutes, and writes it no more often', async () => {
    const person = await signUp(service)
    const token = person.session.access_token
    const begin = platform.clock.now().getTime()
    const lastUse = async () => {
      const [session] = await platform.db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('user_id', '=', person.user.id)
        .execute()
      return ((session?.last_used_at.getTime() ?? 0) - begin) / minuteMs
    }
    const uses: number[] = []
    for (let at = 0; at <= 12; at++) {
      await Promise.all([authenticate(platform, token), authenticate(platform, token)])
      uses.push(await lastUse())
      platform.clock.advance(minuteMs)
    }
    expect(uses).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10])
  })

  test('counts a refresh as a use', async () => {
    const person = await signUp(service)
    platform.clock.advance(2 * minuteMs)
    await person.client.refreshSession()
    const [session] = (await as(person.session.access_token).list()).items
    expect(session?.lastUsedAt).toBe(platform.clock.now().toISOString())
  })
})

describe('ending a session', () => {
  test('of the caller’s on another device takes effect immediately, and the others stay open', async () => {
    const person = await signUp(service)
    const phone = await signInAgain(person, iphone)
    const client = as(person.session.access_token)
    const other = (await client.list()).items.find(({ isCurrent }) => !isCurrent)
    expect(await client.end({ sessionId: other?.id ?? '' })).toEqual({ ended: true })
    expect(await authenticate(platform, phone.token)).toBeUndefined()
    expect((await client.list()).items).toHaveLength(1)
    await expect(client.end({ sessionId: other?.id ?? '' })).rejects.toMatchObject({
      code: 'sessions.not_found',
      status: 404,
    })
  })

  test('is possible for the caller’s own session', async () => {
    const person = await signUp(service)
    const client = as(person.session.access_token)
    const [current] = (await client.list()).items
    await client.end({ sessionId: current?.id ?? '' })
    await expect(client.list()).rejects.toMatchObject({ code: 'session.missing' })
    expect((await person.client.refreshSession()).error?.code).toBe('refresh_token_not_found')
  })

  test('of another user or an unknown one gives the same error', async () => {
    const [mine, theirs] = [await signUp(service), await signUp(service)]
    const [foreign] = (await as(theirs.session.access_token).list()).items
    for (const sessionId of [foreign?.id ?? '', newId()]) {
      await expect(as(mine.session.access_token).end({ sessionId })).rejects.toMatchObject({
        code: 'sessions.not_found',
      })
    }
    expect((await as(theirs.session.access_token).list()).items).toHaveLength(1)
  })
})

describe('a mistyped address', () => {
  const stored = (userId: string) =>
    platform.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .where('users.id', '=', userId)
      .select(['users.email', 'profiles.email as shown', 'email_verified_at as verifiedAt'])
      .executeTakeFirstOrThrow()
  const correct = (person: Awaited<ReturnType<typeof signUp>>, email: string) =>
    as(person.session.access_token).correctAddress({ email })

  test('is corrected while it is not confirmed: the links to the former one end, and the other one confirms', async () => {
    const person = await signUp(service)
    const former = await service.linkTo(person.email)
    const email = newAddress()
    expect(await correct(person, email.toUpperCase())).toEqual({ email, mailed: 'link' })
    expect(await stored(person.user.id)).toEqual({ email, shown: email, verifiedAt: null })
    expect((await service.press(former)).values.get('error_code')).toBe('otp_expired')
    expect((await stored(person.user.id)).verifiedAt).toBeNull()
    await service.press(await service.linkTo(email))
    expect((await stored(person.user.id)).verifiedAt).not.toBeNull()
    expect((await signInAgain({ ...person, email }, firefox)).token).toEqual(expect.any(String))
    await expect(correct(person, newAddress())).rejects.toEqual(withCode('sessions.address_proven'))
  })

  test('is told that the account has left it, without a link or a word about the account, and no other session goes on', async () => {
    const person = await signUp(service)
    const phone = await signInAgain(person, iphone)
    const email = newAddress()
    await correct(person, email)
    expect(await authenticate(platform, phone.token)).toBeUndefined()
    expect((await as(person.session.access_token).list()).items).toHaveLength(1)
    const [notice, ...others] = (await service.mailsTo(person.email)).filter(({ kind }) => kind !== 'accounts.signup')
    expect([notice?.kind, others]).toEqual(['accounts.address_corrected', []])
    expect(notice?.text).toContain('ya no es la de ninguna cuenta')
    for (const content of [notice?.subject, notice?.text, notice?.html]) {
      expect(content).not.toContain(email)
      expect(content).not.toMatch(/token=|\/auth\/v1|\/login|forgot-password/)
    }
  })

  test('gets no more than five mails a day, however many accounts leave it', async () => {
    const email = newAddress()
    for (let count = 0; count < 7; count += 1) {
      await correct(await signUp(service, { email }), newAddress())
    }
    expect((await service.mailsTo(email)).length).toBeLessThanOrEqual(5)
  })

  test('is not corrected to the address of another account, nor in an old session, nor without end', async () => {
    const [person, other] = [await signUp(service), await signUp(service)]
    await expect(correct(person, other.email)).rejects.toEqual(withCode('sessions.address_taken'))
    expect(await service.mailsTo(other.email)).toHaveLength(1)
    platform.clock.advance(5 * minuteMs)
    const { token } = await signInAgain(person, firefox)
    platform.clock.advance(20 * minuteMs)
    const elsewhere = as(token).correctAddress({ email: newAddress() })
    await expect(elsewhere).rejects.toEqual(withCode('sessions.not_recent'))
    for (let count = 3; count < 6; count += 1) await correct(person, newAddress())
    await expect(correct(person, newAddress())).rejects.toEqual(withCode('request.too_many'))
  })
})
