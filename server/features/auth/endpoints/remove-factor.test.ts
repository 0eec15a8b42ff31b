import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { goodPassword, startService } from '#server/testing/auth-service.ts'
import { codeOf, personWithFactor, signedInPerson } from '#server/testing/authenticator.ts'
import { authenticate } from '../sessions/authenticate.ts'

const service = await startService()
const { platform } = service
const { db, clock } = platform

const exists = async (id: string) =>
  (await db.selectFrom('mfa_factors').select('id').where('id', '=', id).execute()).length === 1

describe('a second factor', () => {
  test('can be removed in a session that has used one, and the owner gets a mail', async () => {
    const { client, factorId, email } = await personWithFactor(service)
    expect(await client.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null })
    expect(await exists(factorId)).toBe(false)
    const [mail] = await service.mailsTo(email)
    expect([mail?.kind, mail?.subject]).toEqual(['accounts.second_factor_removed', 'Se quitó un segundo factor'])
  })

  test('stays when the session has not used it', async () => {
    const { factorId, signIn } = await personWithFactor(service)
    const { client } = await signIn()
    const { error } = await client.mfa.unenroll({ factorId })
    expect(error).toMatchObject({ code: 'insufficient_aal', status: 422 })
    expect(await exists(factorId)).toBe(true)
  })

  test('that was never verified is removed without its code and without a mail', async () => {
    const { client, email } = await signedInPerson(service)
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull()
    expect(await exists(data?.id ?? '')).toBe(false)
    expect(await service.mailsTo(email)).toEqual([])
  })

  test('of another user is not found', async () => {
    const owner = await personWithFactor(service)
    const other = await personWithFactor(service)
    for (const factorId of [owner.factorId, newId(), 'x']) {
      const { error } = await other.client.mfa.unenroll({ factorId })
      expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    }
    expect(await exists(owner.factorId)).toBe(true)
  })

  test('lowers all sessions when it was the last one; with another factor they keep their level', async () => {
    const { client, factorId, session } = await personWithFactor(service)
    const second = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tableta' })
    if (second.error) throw second.error
    clock.advance(30_000)
    const code = codeOf({ secret: second.data.totp.secret, at: clock.now() })
    expect((await client.mfa.challengeAndVerify({ factorId: second.data.id, code })).error).toBeNull()

    const levelNow = async () => (await authenticate(platform, session.access_token))?.aal
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await levelNow()).toBe('aal2')
    expect((await client.mfa.unenroll({ factorId: second.data.id })).error).toBeNull()
    expect(await levelNow()).toBe('aal1')
    await client.refreshSession()
    expect((await client.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })
})

describe('an account with a second factor', () => {
  test('gets from a recovery link a session that can’t change the password before the code', async () => {
    const { email, client: removingClient, factorId, nextCode } = await personWithFactor(service)
    await removingClient.resetPasswordForEmail(email)
    const { token } = await service.linkTo(email)
    const recovering = service.client()
    const recovered = await recovering.verifyOtp({ type: 'recovery', token_hash: token })
    expect(recovered.error).toBeNull()
    expect((await recovering.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'recovery' }] })
    const password = 'otra-sombra-de-ceibo'
    const refused = await recovering.updateUser({ password })
    expect(refused.error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    const moved = await recovering.updateUser({ email: 'otra@example.uy' })
    expect(moved.error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()

    expect((await recovering.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()
    expect((await recovering.updateUser({ password })).error).toBeNull()
    expect((await service.client().signInWithPassword({ email, password })).error).toBeNull()
  })

  test('can’t be changed by a session that has not used the factor, which can end only itself', async () => {
    const { signIn, session, userId } = await personWithFactor(service)
    const isOpen = async (token: string) => (await authenticate(platform, token)) !== undefined
    const half = await signIn()
    const changed = await half.client.updateUser({ data: { full_name: 'Otra' } })
    expect(changed.error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    const row = await db.selectFrom('users').select('raw_user_meta_data').where('id', '=', userId).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain('Otra')

    expect((await half.client.signOut({ scope: 'others' })).error).toMatchObject({ code: 'insufficient_aal' })
    expect([await isOpen(session.access_token), await isOpen(half.session.access_token)]).toEqual([true, true])
    const headers = { authorization: `Bearer ${half.session.access_token}` }
    const everywhere = await service.send('POST', '/logout?scope=global', { headers })
    expect([everywhere.status, everywhere.headers.get('x-sb-error-code')]).toEqual([401, 'insufficient_aal'])
    expect([await isOpen(session.access_token), await isOpen(half.session.access_token)]).toEqual([true, false])

    const laterSignIn = await signIn()
    expect((await laterSignIn.client.signOut({ scope: 'local' })).error).toBeNull()
    expect([await isOpen(session.access_token), await isOpen(laterSignIn.session.access_token)]).toEqual([true, false])
    const third = await signIn()
    expect((await third.client.signOut({ scope: 'global' })).error).toBeNull()
    expect([await isOpen(session.access_token), await isOpen(third.session.access_token)]).toEqual([true, false])
  })

  test('requires more than the factor’s code as a proof of identity', async () => {
    const { client, factorId, nextCode } = await personWithFactor(service)
    clock.advance(16 * minuteMs)
    expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()
    const changed = await client.updateUser({ password: 'otra-sombra-de-ceibo' })
    expect(changed.error?.code).toBe('reauthentication_needed')
  })
})

test('a stranger who signed up with an address can’t lock its owner out with a second factor', async () => {
  const { email, userId, factorId } = await personWithFactor(service)
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  const owner = service.client()
  await owner.resetPasswordForEmail(email)
  const { token } = await service.linkTo(email)
  expect((await owner.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
  expect(await exists(factorId)).toBe(false)
  expect((await owner.updateUser({ password: 'otra-sombra-de-ceibo' })).error).toBeNull()
})

test('a copy of the database contains no factor’s secret', async () => {
  const { secret, userId } = await personWithFactor(service)
  const rows = await db.selectFrom('mfa_factors').selectAll().where('user_id', '=', userId).execute()
  expect(rows).toHaveLength(1)
  const bytes = Buffer.from(
    [...secret]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
  for (const value of rows.flatMap((row) => Object.values(row))) {
    const stored = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))
    expect(stored.includes(secret)).toBe(false)
    expect(stored.includes(bytes)).toBe(false)
  }
  const mails = await db.selectFrom('outbound_mails').selectAll().execute()
  expect(JSON.stringify(mails)).not.toContain(secret)
})

test('after a change of SECRET_KEY no factor’s code is accepted', async () => {
  const { email, factorId, nextCode } = await personWithFactor(service)
  const { close, ...restarted } = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
  onTestFinished(close)
  const after = await startService({ alter: () => ({ ...platform, ...restarted, secret: Buffer.alloc(32, 9) }) })
  const client = after.client()
  expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
  expect(error?.code).toBe('mfa_verification_failed')
})
