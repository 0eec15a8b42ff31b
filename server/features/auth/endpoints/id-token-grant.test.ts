import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { newAddress, signUp } from '#server/testing/auth-service.ts'
import { startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const { platform, provider } = service
const { social, signIdToken } = provider

const claims = (input: object = {}) => ({
  sub: crypto.randomUUID(),
  email: newAddress(),
  email_verified: true,
  name: 'Ana Prueba',
  ...input,
})
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

function post(body: object) {
  return service.send('POST', '/token?grant_type=id_token', {
    body,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
}

test.for(['google', 'apple'] as const)('the client signs in with an ID token of %s', async (name) => {
  const sentClaims = claims({ aud: social[name].clientId })
  const client = service.client()
  const { data, error } = await client.signInWithIdToken({
    provider: name,
    token: await signIdToken({ claims: sentClaims }),
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: sentClaims.email, identities: [{ provider: name, id: sentClaims.sub }] })
  const secondSignIn = await service
    .client()
    .signInWithIdToken({ provider: name, token: await signIdToken({ claims: sentClaims }) })
  expect(secondSignIn.data.user?.id).toBe(data.user?.id)
  expect((await client.getUser()).data.user?.last_sign_in_at).toBeTruthy()
})

test('the client’s nonce must match the token’s, which is its hash or the same text', async () => {
  const client = service.client()
  for (const nonce of [hashed('secreto'), 'secreto']) {
    const token = await signIdToken({ claims: claims({ nonce }) })
    const { error } = await client.signInWithIdToken({ provider: 'google', token, nonce: 'secreto' })
    expect(error).toBeNull()
  }
})

test.for([
  ['another nonce', { claims: claims({ nonce: hashed('otro') }) }, 'Nonces mismatch'],
  [
    'no nonce in the token',
    { claims: claims() },
    'Passed nonce and nonce in id_token should either both exist or not.',
  ],
] as const)('a wrong nonce is refused: %s', async ([, token, description]) => {
  const response = await post({ provider: 'google', id_token: await signIdToken(token), nonce: 'secreto' })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: description, error_code: 'validation_failed' },
  ])
})

test('a token with a nonce is accepted only together with the nonce', async () => {
  const response = await post({
    provider: 'google',
    id_token: await signIdToken({ claims: claims({ nonce: hashed('x') }) }),
  })
  expect(response.status).toBe(400)
})

test.for([
  ['of another audience', { claims: claims({ aud: 'otra-aplicacion' }) }],
  ["for Apple's client", { claims: claims({ aud: social.apple.clientId }) }],
  ['of another issuer', { claims: claims({ iss: 'https://accounts.google.com' }) }],
  ['without a signature', { claims: claims(), as: 'none' }],
  ['with a stranger’s signature', { claims: claims(), as: 'stranger' }],
  ['that has expired', { claims: claims(), expiresIn: -60 }],
  ['without subject', { claims: claims({ sub: undefined }) }],
] as const)('a token %s is refused', async ([, token]) => {
  const response = await post({ provider: 'google', id_token: await signIdToken(token) })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'Bad ID token', error_code: 'validation_failed' },
  ])
})

test.for(['', 'x', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])('%j is refused as an ID token', async (token) => {
  expect((await post({ provider: 'google', id_token: token })).status).toBe(400)
})

test('ID tokens of Facebook and of unknown providers are refused', async () => {
  const token = await signIdToken({ claims: claims() })
  for (const name of ['facebook', 'myspace', '']) {
    const { error } = await service.client().signInWithIdToken({ provider: name, token })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
    expect(error?.message).toContain('Unsupported provider')
  }
})

test('the rules of every social sign-in apply', async () => {
  const { email, user } = await signUp(service)
  await service.press(await service.linkTo(email))
  for (const input of [
    { email_verified: false, hd: 'example.uy' },
    { email_verified: 'false', hd: 'example.uy' },
    // A token of a person who had the address before.
    {},
    { hd: null },
    { hd: 'otro.uy' },
    { hd: ['example.uy'] },
    { hd: 'example.uy', aud: social.apple.clientId },
  ]) {
    const name = 'aud' in input ? 'apple' : 'google'
    const refused = await post({ provider: name, id_token: await signIdToken({ claims: claims({ email, ...input }) }) })
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant', error_code: 'email_exists' })
  }
  const own = await signIdToken({ claims: claims({ email, hd: 'example.uy' }) })
  const opened = await service.client().signInWithIdToken({ provider: 'google', token: own })
  expect(opened.data.user?.id).toBe(user.id)
  const nameless = await post({
    provider: 'google',
    id_token: await signIdToken({ claims: claims({ email: undefined }) }),
  })
  expect(await nameless.json()).toMatchObject({ error: 'invalid_grant', error_code: 'email_not_provided' })

  const sentClaims = claims()
  const token = await signIdToken({ claims: sentClaims })
  await service.client().signInWithIdToken({ provider: 'google', token })
  await platform.db.updateTable('profiles').set({ status: 'banned' }).where('email', '=', sentClaims.email).execute()
  const { error } = await service.client().signInWithIdToken({ provider: 'google', token })
  expect([error?.status, error?.code, error?.message]).toEqual([400, 'user_banned', 'User is banned.'])
})

test('the client connects an identity to the open account with an ID token', async () => {
  const { client, user, session } = await signUp(service)
  const sentClaims = claims()
  const token = await signIdToken({ claims: sentClaims })
  const { data, error } = await client.linkIdentity({ provider: 'google', token })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: user.id,
    identities: [{ provider: 'email' }, { provider: 'google', id: sentClaims.sub }],
  })
  // The caller's session stays the only one.
  const sessions = await platform.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
  expect(sessions.length).toBe(1)
  expect(JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id).toBe(sessions[0]?.id)

  const other = await signUp(service)
  const refused = await other.client.linkIdentity({
    provider: 'google',
    token: await signIdToken({ claims: sentClaims }),
  })
  expect(refused.error?.code).toBe('identity_already_exists')
  const stranger = await post({ provider: 'google', id_token: token, link_identity: true })
  expect(stranger.status).toBe(401)
  platform.clock.advance(16 * minuteMs)
  onTestFinished(() => platform.clock.advance(-16 * minuteMs))
  const late = await other.client.linkIdentity({
    provider: 'google',
    token: await signIdToken({ claims: claims(), expiresIn: 3600 }),
  })
  expect(late.error?.code).toBe('reauthentication_needed')
})

test('unavailable keys are a temporary failure, not an invalid token', async () => {
  const isolatedService = await startSocialService()
  const token = await isolatedService.provider.signIdToken({ claims: claims() })
  // Discovery is cached, the keys are not.
  await isolatedService.send('GET', '/authorize?provider=google')
  await isolatedService.provider.stop()
  const response = await isolatedService.send('POST', '/token?grant_type=id_token', {
    body: { provider: 'google', id_token: token },
  })
  expect([response.status, await response.json()]).toMatchObject([503, { error_code: 'provider_failed' }])
})
