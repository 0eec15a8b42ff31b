import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'

import { newId } from '#server/platform/ids.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { createAccount } from '../usecases/create-account.ts'
import { authenticate } from './authenticate.ts'
import { signingKey } from './signing-keys.ts'

const service = await startService()
const { platform } = service
const { db, clock } = platform

/** The results of both checks: the service's own and that of the contract's routes. */
async function fetchUser(token: string) {
  const response = await service.send('GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  const body = (await response.json()) as { error_code?: string; msg?: string }
  const actor = await authenticate(platform, token)
  return { status: response.status, code: body.error_code, msg: body.msg, actor }
}

async function claimsOf(token: string): Promise<JWTPayload> {
  return (await service.client().getClaims(token)).data?.claims as JWTPayload
}

describe('an access token', () => {
  test('of an open session identifies the caller, with their current roles', async () => {
    const { session, user, email } = await signUp(service)
    const { status, actor } = await fetchUser(session.access_token)
    expect(status).toBe(200)
    expect(actor).toEqual({
      userId: user.id,
      sessionId: (await claimsOf(session.access_token)).session_id,
      email,
      roles: ['patient'],
      userType: 'patient',
      aal: 'aal1',
      hasSecondFactor: false,
      isProven: expect.any(Boolean),
      registrationPending: false,
    })
    await db.insertInto('user_roles').values({ user_id: user.id, role: 'moderator' }).execute()
    expect((await fetchUser(session.access_token)).actor?.roles.toSorted()).toEqual(['moderator', 'patient'])
  })

  test('can be verified with the published key, which contains no secret', async () => {
    const { session, client } = await signUp(service)
    const response = await service.send('GET', '/.well-known/jwks.json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await response.json()) as { keys: JWK[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(keys[0]).not.toHaveProperty('d')
    expect((await client.getClaims(session.access_token)).data?.header).toMatchObject({
      alg: 'ES256',
      kid: keys[0]?.kid,
    })
  })

  test('is refused with alg none or a wrong key, altered, expired, from the future or for another audience', async () => {
    const { session } = await signUp(service)
    const { access_token: token } = session
    const claims = await claimsOf(token)
    const { kid, key } = await signingKey(platform)
    const stranger = await generateKeyPair('ES256', { extractable: true })
    const signed = (input: { claims?: JWTPayload; kid?: string; key?: typeof key } = {}) =>
      new SignJWT({ ...claims, ...input.claims })
        .setProtectedHeader({ alg: 'ES256', kid: input.kid ?? kid })
        .sign(input.key ?? key)
    expect((await fetchUser(await signed())).status).toBe(200)

    const now = Math.floor(clock.now().getTime() / 1000)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const asAdmin = Buffer.from(JSON.stringify({ ...claims, sub: newId() })).toString('base64url')
    const bad = [
      'x',
      'a.b.c',
      `${header}.${payload}.`,
      `${header}.${asAdmin}.${signature}`,
      new UnsecuredJWT(claims).encode(),
      `${Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')}.${payload}.`,
      await signed({ key: stranger.privateKey }),
      await signed({ key: stranger.privateKey, kid: 'unknown' }),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey),
      // The public key used as a shared secret.
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(
          new TextEncoder().encode(JSON.stringify(await (await service.send('GET', '/.well-known/jwks.json')).json())),
        ),
      await signed({ claims: { exp: now - 60 } }),
      await signed({ claims: { iat: now + 600, exp: now + 4200 } }),
      await signed({ claims: { iat: now - 7200, exp: now + 3600 } }),
      await signed({ claims: { aud: 'others' } }),
      await signed({ claims: { iss: 'https://elsewhere.example/auth/v1' } }),
    ]
    for (const [index, text] of bad.entries()) {
      const { status, code, msg, actor } = await fetchUser(text)
      expect([index, status, code, actor]).toEqual([index, 403, 'bad_jwt', undefined])
      expect(msg).toMatch(/^invalid JWT:/)
    }
    expect(await fetchUser(await signed({ claims: { sub: 'admin' } }))).toMatchObject({
      status: 400,
      code: 'bad_jwt',
      actor: undefined,
    })
    const ghost = await fetchUser(await signed({ claims: { sub: newId() } }))
    expect(ghost).toMatchObject({ status: 403, code: 'user_not_found', actor: undefined })
  })

  test('is required', async () => {
    for (const headers of [{}, { authorization: '' }, { authorization: 'Basic eDp4' }, { authorization: 'Bearer' }]) {
      const response = await service.send('GET', '/user', { headers: headers as Record<string, string> })
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization'])
    }
  })

  test.for([
    [{ status: 'banned' }, 'user_banned'],
    [{ status: 'suspended' }, 'user_banned'],
  ] as const)('of an account that is %j is refused immediately', async ([accountStatus, code]) => {
    const { session, user } = await signUp(service)
    await db.updateTable('profiles').set(accountStatus).where('id', '=', user.id).execute()
    expect(await fetchUser(session.access_token)).toMatchObject({ status: 403, code, actor: undefined })
  })
})

describe('signing out', () => {
  async function twoSessions() {
    const { email, password, client, session, user } = await signUp(service)
    const other = await service.client().signInWithPassword({ email, password })
    const areOpen = async () => {
      const tokens = [session.access_token, other.data.session?.access_token ?? '']
      return Promise.all(tokens.map(async (token) => (await fetchUser(token)).actor !== undefined))
    }
    return { client, session, user, areOpen }
  }

  test.for([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('with the scope %s ends only the sessions of that scope', async ([scope, after]) => {
    const { client, areOpen } = await twoSessions()
    expect(await areOpen()).toEqual([true, true])
    expect((await client.signOut({ scope })).error).toBeNull()
    expect(await areOpen()).toEqual(after)
  })

  test('without a scope ends all sessions, with an unknown one none, and without a session is refused', async () => {
    const { session, areOpen } = await twoSessions()
    const headers = { authorization: `Bearer ${session.access_token}` }
    const unknown = await service.send('POST', '/logout?scope=everything', { headers })
    expect([unknown.status, unknown.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
    expect(await areOpen()).toEqual([true, true])
    expect((await service.send('POST', '/logout', { headers })).status).toBe(204)
    expect(await areOpen()).toEqual([false, false])
    const repeated = await service.send('POST', '/logout', { headers })
    expect([repeated.status, repeated.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found'])
  })
})

test('one key is created for many simultaneous first requests', async () => {
  const fresh = await startService()
  const email = newAddress()
  await createAccount(fresh.platform, { email, fullName: 'Ana', roles: ['patient'], password: 'sombra-de-ceibo' })
  const pools = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { connectDatabase } = await import('#server/platform/postgres/database.ts')
      return connectDatabase({ url: fresh.platform.databaseUrl, log: fresh.platform.log, max: 2 })
    }),
  )
  const { publicKeys } = await import('./signing-keys.ts')
  const sets = await Promise.all(pools.map(({ db: own, pool }) => publicKeys({ ...fresh.platform, db: own, pool })))
  expect(new Set(sets.map((keys) => keys.map((key) => key.kid).join())).size).toBe(1)
  expect(await fresh.platform.db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
  await Promise.all(pools.map((pool) => pool.close()))
})
