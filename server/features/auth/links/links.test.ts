import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'

import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { verifyEmail } from '#server/testing/builders.ts'
import { pointsOf } from '#server/testing/points.ts'

const service = await startService()
const { db, clock, settings } = service.platform
const { publicUrl } = settings

/** As if the minute between two mails had passed, but not the hour. */
async function resetMailPause(): Promise<void> {
  await sql`delete from rate_limits where key like 'auth.mail.%' and key not like '%.hour%'`.execute(db)
}

test('the first verified address of an account earns points once, also when another link follows', async () => {
  const { email, user } = await signUp(service)
  const movements = async () => (await pointsOf(service.platform, { userId: user.id })).pointMovements
  expect(await movements()).toEqual([])
  await service.press(await service.linkTo(email))
  const earned = { points: 200, type: 'earned', referenceType: 'account', referenceId: user.id }
  expect(await movements()).toMatchObject([earned])
  await resetMailPause()
  await service.client().resetPasswordForEmail(email, { redirectTo: `${publicUrl}/reset-password` })
  await service.press(await service.linkTo(email))
  expect(await movements()).toHaveLength(1)
})

describe('a recovery of an account', () => {
  test('mails a link to the page for a new password, with a session in the fragment', async () => {
    const { email, user } = await signUp(service)
    const requested = await service.client().resetPasswordForEmail(email, { redirectTo: `${publicUrl}/reset-password` })
    expect(requested.error).toBeNull()
    const link = await service.linkTo(email)
    expect(link.type).toBe('recovery')
    const { to, values } = await service.press(link)
    expect(to).toBe(`${publicUrl}/reset-password`)
    expect(Object.fromEntries(values)).toEqual({
      access_token: expect.any(String),
      expires_at: String(Math.floor(clock.now().getTime() / 1000) + 3600),
      expires_in: '3600',
      refresh_token: expect.any(String),
      token_type: 'bearer',
      type: 'recovery',
    })

    const client = service.client()
    await client.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
    const signIn = await service.client().signInWithPassword({ email, password: 'una-nueva-2026' })
    expect(signIn.data.user).toMatchObject({ id: user.id })
    expect(signIn.data.user?.email_confirmed_at).toBeTruthy()
  })

  test('gives an unknown address the same response, and no mail', async () => {
    const email = newAddress()
    const response = await service.send('POST', '/recover', { body: { email } })
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    expect(await service.mailsTo(email)).toEqual([])
  })

  test('is refused again within a minute, with the seconds to wait, for a known and an unknown address', async () => {
    const { email } = await signUp(service)
    for (const address of [email, newAddress()]) {
      expect((await service.client().resetPasswordForEmail(address)).error).toBeNull()
      const { error } = await service.client().resetPasswordForEmail(address.toUpperCase())
      expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
      expect(error?.message).toMatch(
        /^For security purposes, you can only request this after (\d|[1-5]\d|60) seconds\.$/,
      )
    }
  })

  test('without an allowed redirect mails a link to /reset-password', async () => {
    for (const redirectTo of ['https://evil.example/', `${publicUrl}@evil.example/`, undefined]) {
      const { email } = await signUp(service)
      await service.client().resetPasswordForEmail(email, redirectTo === undefined ? {} : { redirectTo })
      expect((await service.linkTo(email)).redirectTo).toBe(`${publicUrl}/reset-password`)
    }
  })
})

describe.each([
  ['recovery', '/recover', {}],
  ['sign-in', '/otp', { create_user: false }],
])('a stranger who requests a %s mail', (_, path, body) => {
  test('repeatedly neither ends the owner’s link nor causes more than five mails an hour', async () => {
    const { email, user } = await signUp(service)
    await verifyEmail(service.platform, { userId: user.id })
    const requestMail = (input: object = {}) => service.send('POST', path, { body: { email, ...body, ...input } })
    expect((await requestMail()).status).toBe(200)
    const ownersLink = await service.linkTo(email)
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      await resetMailPause()
      statuses.push((await requestMail(challenge)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const strangersLink = await service.linkTo(email)
    expect(strangersLink.token).not.toBe(ownersLink.token)
    expect((await service.press(ownersLink)).values.get('access_token')).toBeTruthy()
    expect((await service.press(strangersLink)).values.get('error_code')).toBe('otp_expired')
    await service.resetLimits()
  })
})

test('a recovery link to an unverified address locks out the visitor who signed up with it', async () => {
  const stranger = await signUp(service)
  await service.client().resetPasswordForEmail(stranger.email)
  await service.press(await service.linkTo(stranger.email))
  const signIn = await service.client().signInWithPassword(stranger)
  expect(signIn.error?.code).toBe('invalid_credentials')
  expect((await stranger.client.getUser()).error?.name).toBe('AuthSessionMissingError')
})

describe('a mailed link', () => {
  test('contains our public address, even with forged Host and X-Forwarded-Host headers', async () => {
    const email = newAddress()
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    // fetch can't set Host, so this request is written by hand.
    const { request } = await import('node:http')
    await new Promise<void>((resolve, reject) => {
      const call = request(
        `${service.url}/signup`,
        { method: 'POST', headers: { ...headers, host: 'evil.example', 'content-type': 'application/json' } },
        (response) => {
          response.resume()
          response.on('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode))),
          )
        },
      )
      call.end(JSON.stringify({ email, password: goodPassword }))
    })
    const [mail] = await service.mailsTo(email)
    expect(`${mail?.html}${mail?.text}`).not.toContain('evil.example')
    expect((await service.linkTo(email)).redirectTo).toBe(`${publicUrl}/`)
  })

  test('contains 256 random bits, of which the database stores only a hash', async () => {
    const { email } = await signUp(service)
    const { token } = await service.linkTo(email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(Buffer.from(token, 'base64url').toString('base64url')).toBe(token)
    const rows = await db.selectFrom('one_time_tokens').selectAll().where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('still works after a mail scanner opened it with GET and HEAD', async () => {
    const { email } = await signUp(service)
    const link = await service.linkTo(email)
    const query = new URLSearchParams({ token: link.token, type: link.type, redirect_to: link.redirectTo })
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await service.send(method, `/verify?${query}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toMatch('text/html')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      const html = await page.text()
      if (method === 'GET') expect(html).toMatch(/<html lang="es">[\s\S]*Sí, confirmar mi correo/)
    }
    expect((await service.press(link)).values.get('type')).toBe('signup')
    const second = await service.press(link)
    expect(Object.fromEntries(second.values)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  })

  test('works once for twenty simultaneous presses', async () => {
    const { email } = await signUp(service)
    const link = await service.linkTo(email)
    const all = await Promise.all(Array.from({ length: 20 }, () => service.press(link)))
    expect(all.filter((each) => each.values.has('access_token'))).toHaveLength(1)
  })

  test('can be consumed by the client, which gets the session', async () => {
    const { email, user } = await signUp(service)
    const { token } = await service.linkTo(email)
    const client = service.client()
    const wrongType = await client.verifyOtp({ type: 'recovery', token_hash: token })
    expect(wrongType.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { data } = await client.verifyOtp({ type: 'email', token_hash: token })
    expect(data.user?.id).toBe(user.id)
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeTruthy()
  })

  test.for([
    ['signup', 24],
    ['recovery', 1],
  ] as const)('of a %s mail expires after %i hours', async ([kind, hours]) => {
    const { email } = await signUp(service)
    if (kind === 'recovery') await service.client().resetPasswordForEmail(email)
    const link = await service.linkTo(email)
    clock.advance(hours * hourMs)
    expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
    clock.set(new Date())
  })

  test('of a user who was banned in the meantime is refused', async () => {
    const { email, user } = await signUp(service)
    const link = await service.linkTo(email)
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', user.id).execute()
    const { values } = await service.press(link)
    expect(values.get('error_code')).toBe('user_banned')
    expect(values.get('error_description')).toBe('User is banned.')
  })

  test('shows its URL’s values only as text', async () => {
    const query = new URLSearchParams({ token: '"><script>alert(1)</script>', type: '__proto__', redirect_to: "'>" })
    const html = await (await service.send('GET', `/verify?${query}`)).text()
    expect(html).not.toContain('<script>')
  })

  test('redirects only to allowed sites, even when its URL was altered', async () => {
    const { email } = await signUp(service)
    const link = await service.linkTo(email)
    const { to, values } = await service.press({ ...link, redirectTo: 'https://evil.example/' })
    expect(to).toBe(`${publicUrl}/`)
    expect(values.has('access_token')).toBe(true)
  })

  test.for([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://otra.senda.uy' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ] as const)('posted by another site’s page (%j) is refused and keeps working', async ([headers]) => {
    const { email } = await signUp(service)
    const link = await service.linkTo(email)
    const body = new URLSearchParams({ token: link.token, type: link.type }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const refused = await service.send('POST', '/verify', { body, headers: { ...form, ...headers } })
    expect([refused.status, refused.headers.get('location')]).toEqual([403, null])
    const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: publicUrl }
    const pressed = await service.send('POST', '/verify', { body, headers: { ...form, ...sameOrigin } })
    expect(pressed.headers.get('location')).toContain('#access_token=')
  })

  test('with a token or a type that no mail contains is expired or invalid, never a failure', async () => {
    const client = service.client()
    const email = newAddress()
    expect((await client.verifyOtp({ email, token: '123456', type: 'email' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
    for (const body of [
      {},
      { type: 'signup' },
      { type: 'constructor', token_hash: 'x' },
      { type: 'invite', token_hash: 'a\0' },
    ]) {
      const response = await service.send('POST', '/verify', { body })
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
    }
    expect((await client.verifyOtp({ type: 'magiclink', token_hash: 'x' })).error?.code).toBe('otp_expired')
    const pressed = await service.press({ token: '', type: 'constructor', redirectTo: '' })
    expect(pressed.values.get('error_code')).toBe('otp_expired')
  })
})
