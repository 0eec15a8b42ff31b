import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'

import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { codesOf, expiredCode } from '#server/testing/typed-codes.ts'

const service = await startService()
const { enterCode, requestRecovery, requestLink } = codesOf(service)
const { db, clock } = service.platform

describe('the code in a mail', () => {
  test('has six digits in two halves, large in HTML, and is not stored', async () => {
    const { email } = await signUp(service)
    const [mail] = await service.mailsTo(email)
    const code = await service.codeTo(email)
    expect(code).toMatch(/^\d{3} \d{3}$/)
    expect(mail?.html).toMatch(new RegExp(`font-size: 34px[^>]*>${code}<`))
    const rows = await db.selectFrom('one_time_tokens').selectAll().where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.code_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''))
  })

  test.for(['signup', 'email'] as const)('of a sign-up confirms the address with the type %s', async (type) => {
    const { email, user } = await signUp(service)
    const { data, client } = await enterCode(email.toUpperCase(), await service.codeTo(email), type)
    expect(data.user).toMatchObject({ id: user.id })
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeTruthy()
    // The sign-up keeps its data, as its own code confirmed it.
    const signIn = await service.client().signInWithPassword({ email, password: goodPassword })
    expect(signIn.error).toBeNull()
  })

  test('of a recovery opens a session that can set a new password', async () => {
    const { email } = await signUp(service)
    await requestRecovery(email)
    const { client, data } = await enterCode(email, (await service.codeTo(email)).replace(' ', ''), 'recovery')
    expect((await client.getClaims(data.session?.access_token)).data?.claims).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'recovery' }],
    })
    expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
  })

  test.for(['magiclink', 'email'] as const)('of a sign-in mail signs in with the type %s', async (type) => {
    const { email, user } = await signUp(service)
    await requestLink(email)
    const { client, data } = await enterCode(email, await service.codeTo(email), type)
    expect(data.user?.id).toBe(user.id)
    expect((await client.getClaims(data.session?.access_token)).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  })

  test('of a new address confirms that half of the change', async () => {
    const { client, email } = await signUp(service)
    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    const [oldCode, newCode] = [await service.codeTo(email), await service.codeTo(newEmail)]
    const swapped = await enterCode(email, newCode, 'email_change')
    if (oldCode !== newCode) expect(swapped.error).toMatchObject(expiredCode)
    const halfway = await service.send('POST', '/verify', {
      body: { type: 'email_change', email: newEmail, token: newCode },
    })
    expect([halfway.status, await halfway.json()]).toEqual([
      200,
      { code: 200, msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' },
    ])
    const done = await enterCode(email, oldCode, 'email_change')
    expect(done.data.user?.email).toBe(newEmail)
    expect((await client.getUser()).data.user?.email).toBe(newEmail)
  })

  test('works once, and ends the link beside it; the link ends the code', async () => {
    const { email } = await signUp(service)
    await requestRecovery(email)
    const [code, link] = [await service.codeTo(email), await service.linkTo(email)]
    expect((await enterCode(email, code, 'recovery')).error).toBeNull()
    expect((await enterCode(email, code, 'recovery')).error).toMatchObject(expiredCode)
    expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')

    await service.resetLimits()
    await requestRecovery(email)
    const next = await service.codeTo(email)
    await service.press(await service.linkTo(email))
    expect((await enterCode(email, next, 'recovery')).error).toMatchObject(expiredCode)
  })

  test('works once for twenty simultaneous requests', async () => {
    const { email } = await signUp(service)
    await requestRecovery(email)
    const code = await service.codeTo(email)
    const all = await Promise.all(Array.from({ length: 20 }, () => enterCode(email, code, 'recovery')))
    expect(all.filter((each) => each.data.session)).toHaveLength(1)
    expect(new Set(all.flatMap((each) => each.error?.code ?? []))).toEqual(new Set(['otp_expired']))
  })

  test('is valid only for its address, its kind and its lifetime', async () => {
    const [owner, stranger] = [await signUp(service), await signUp(service)]
    await requestRecovery(owner.email)
    await requestRecovery(stranger.email)
    const code = await service.codeTo(owner.email)
    if (code !== (await service.codeTo(stranger.email))) {
      expect((await enterCode(stranger.email, code, 'recovery')).error).toMatchObject(expiredCode)
    }
    expect((await enterCode(owner.email, code, 'magiclink')).error).toMatchObject(expiredCode)
    expect((await enterCode(newAddress(), code, 'recovery')).error).toMatchObject(expiredCode)
    clock.advance(hourMs)
    expect((await enterCode(owner.email, code, 'recovery')).error).toMatchObject(expiredCode)
    clock.set(new Date())
  })

  test.for(['', ' ', '12345', '1234567', '12345a', '١٢٣٤٥٦', '-12345', '1e5000', "1' or"])(
    '%j is refused as a code',
    async (code) => {
      const { email } = await signUp(service)
      const response = await service.send('POST', '/verify', { body: { type: 'email', email, token: code } })
      expect(response.status).toBe(code === '' ? 400 : 403)
    },
  )

  test('of a user who was banned in the meantime is refused', async () => {
    const { email, user } = await signUp(service)
    const code = await service.codeTo(email)
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', user.id).execute()
    expect((await enterCode(email, code, 'email')).error?.code).toBe('user_banned')
  })
})

test('a sign-up’s code sets its own data, but no password when there are other sign-ups with the address', async () => {
  const strict = await startService({ settings: { requireEmailConfirmation: true } })
  const email = newAddress()
  const signUpAs = async (fullName: string, password: string) => {
    await strict.resetLimits()
    await strict.client().signUp({ email, password, options: { data: { full_name: fullName } } })
    return strict.codeTo(email)
  }
  await signUpAs('Otra persona', 'de-extranos-1')
  const ownCode = await signUpAs('Ana', goodPassword)
  const strangersCode = await signUpAs('Otra más', 'de-extranos-2')
  const { data } = await enterCode(email, ownCode, 'email', strict)
  expect(data.user?.user_metadata).toEqual({ full_name: 'Ana' })
  for (const password of ['de-extranos-1', 'de-extranos-2', goodPassword]) {
    const refused = await strict.client().signInWithPassword({ email, password })
    expect(refused.error?.code).toBe('invalid_credentials')
  }
  expect((await enterCode(email, strangersCode, 'email', strict)).error).toMatchObject(expiredCode)
})

test('a code for a telephone is refused, as the service sends none', async () => {
  const verifyPhone = (phone: string) =>
    service.send('POST', '/verify', { body: { type: 'sms', phone, token: '123456' } }).then(async (response) => ({
      status: response.status,
      ...((await response.json()) as object),
    }))
  expect(await verifyPhone('099 123 456')).toMatchObject({
    status: 400,
    error_code: 'validation_failed',
    msg: 'Invalid phone number format (E.164 required)',
  })
  expect(await verifyPhone('+59899123456')).toMatchObject({ status: 403, error_code: 'otp_expired' })
})
