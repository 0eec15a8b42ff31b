import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { purgeExpired } from '../usecases/purge-expired.ts'

const service = await startService()
const { db, clock, settings } = service.platform

type Link = Awaited<ReturnType<typeof service.linkTo>>

function openPage({ token, type, redirectTo }: Link, cookie?: string): Promise<Response> {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return service.send('GET', `/verify?${query}`, { ...(cookie !== undefined && { headers: { cookie } }) })
}

/** A browser that opens the page behind the link. */
async function openInBrowser(link: Link) {
  const page = await openPage(link)
  const cookie = page.headers.getSetCookie().join().split(';')[0] ?? ''
  const press = (input: { isMine?: boolean } = {}) => service.press(link, { ...input, cookie })
  return { cookie, press, page: async () => (await openPage(link, cookie)).text() }
}

/** The page behind a recovery link of a verified account, in a new browser. */
async function openRecovery() {
  const { email, user } = await signUp(service)
  await service.press(await service.linkTo(email))
  await db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await service.resetLimits()
  await service.client().resetPasswordForEmail(email, { redirectTo: `${settings.publicUrl}/reset-password` })
  const link = await service.linkTo(email)
  return { email, user, link, browser: await openInBrowser(link) }
}

const errorOf = ({ values }: { values: URLSearchParams }) => values.get('error_code')
const sessionOf = ({ values }: { values: URLSearchParams }) =>
  String(decodeJwt(values.get('access_token') ?? '').session_id)

async function clientOf({ values }: { values: URLSearchParams }) {
  const client = service.client()
  const tokens = { access_token: values.get('access_token') ?? '', refresh_token: values.get('refresh_token') ?? '' }
  expect((await client.setSession(tokens)).error).toBeNull()
  return client
}

const sessionsOf = (userId: string) => db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()

test('the page behind a link gives the browser a random key, which the browser keeps', async () => {
  const { link, browser } = await openRecovery()
  const [cookie] = (await openPage(link)).headers.getSetCookie()
  expect(cookie).toMatch(/^senda_redemption=[\w-]{43}; Max-Age=3600; Path=\/auth\/v1\/verify; HttpOnly; SameSite=Lax$/)
  expect(cookie).not.toContain(browser.cookie)
  expect((await openPage(link, browser.cookie)).headers.getSetCookie().join()).toContain(browser.cookie)
  expect((await openPage(link, 'senda_redemption=mine')).headers.getSetCookie().join()).not.toContain('=mine')
})

test('a browser whose connection breaks after its press opens the same session with the next press', async () => {
  const { user, link, browser } = await openRecovery()
  const { token, type, redirectTo } = link
  await new Promise<void>((resolve) => {
    const lost = request(`${service.url}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookie },
    })
    lost.on('error', () => undefined)
    lost.on('close', resolve)
    lost.end(new URLSearchParams({ token, type, redirect_to: redirectTo }).toString())
    // The server responds once it has committed.
    lost.on('response', (response) => response.destroy())
  })
  await expect.poll(() => sessionsOf(user.id)).toHaveLength(1)

  expect(await browser.page()).toContain('<h1>Sigue donde quedaste</h1>')
  const again = await browser.press()
  expect(again.to).toBe(`${settings.publicUrl}/reset-password`)
  expect(again.values.get('type')).toBe('recovery')
  expect(await sessionsOf(user.id)).toEqual([{ id: sessionOf(again) }])
  const client = await clientOf(again)
  expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
})

test('twenty simultaneous presses of one browser open one session, and five beside the first one receive it', async () => {
  const { user, browser } = await openRecovery()
  const presses = await Promise.all(Array.from({ length: 20 }, () => browser.press()))
  const opened = presses.filter(({ values }) => values.has('access_token'))
  expect(opened).toHaveLength(6)
  expect(new Set(opened.map(sessionOf)).size).toBe(1)
  expect(await sessionsOf(user.id)).toHaveLength(1)
  expect(await browser.page()).not.toContain('Sigue donde quedaste')
})

describe('a second press is refused', () => {
  test('in another browser, and in one that denies cookies', async () => {
    const { link, browser } = await openRecovery()
    expect(errorOf(await browser.press())).toBeNull()
    const other = await openInBrowser(link)
    expect(await other.page()).not.toContain('Sigue donde quedaste')
    expect(errorOf(await other.press())).toBe('otp_expired')
    expect(errorOf(await service.press(link))).toBe('otp_expired')
    expect(errorOf(await browser.press())).toBeNull()
  })

  test('ten minutes after the first one', async () => {
    const { browser } = await openRecovery()
    await browser.press()
    clock.advance(10 * minuteMs - 1)
    expect(errorOf(await browser.press())).toBeNull()
    clock.advance(1)
    expect(errorOf(await browser.press())).toBe('otp_expired')
    expect(await browser.page()).not.toContain('Sigue donde quedaste')
    clock.set(new Date())
  })

  test.each(['the session that the link opened', 'another session'])(
    'once the password was set in %s',
    async (which) => {
      const { email, browser } = await openRecovery()
      const first = await browser.press()
      await service.resetLimits()
      let client = await clientOf(first)
      if (which === 'another session') {
        await service.client().resetPasswordForEmail(email)
        client = await clientOf(await service.press(await service.linkTo(email)))
      }
      expect((await client.updateUser({ password: 'una-nueva-2026' })).error).toBeNull()
      expect(errorOf(await browser.press())).toBe('otp_expired')
    },
  )

  test.each(['local', 'global', 'others'] as const)('once its session ended (%s)', async (scope) => {
    const { email, browser } = await openRecovery()
    const client = await clientOf(await browser.press())
    if (scope === 'others') {
      await service.resetLimits()
      await service.client().resetPasswordForEmail(email)
      const other = await clientOf(await service.press(await service.linkTo(email)))
      await other.signOut({ scope })
    } else await client.signOut({ scope })
    expect(errorOf(await browser.press())).toBe('otp_expired')
  })

  test('once its session was refreshed, as the browser has received it', async () => {
    const { browser } = await openRecovery()
    const client = await clientOf(await browser.press())
    expect(errorOf(await browser.press())).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect(errorOf(await browser.press())).toBe('otp_expired')
  })

  test('once its session proved a second factor, which the link does not', async () => {
    const { user, browser } = await openRecovery()
    await browser.press()
    const raised = { aal: 'aal2', aal2_counter: 0 }
    await db.updateTable('sessions').set(raised).where('user_id', '=', user.id).execute()
    expect(errorOf(await browser.press())).toBe('otp_expired')
  })

  test('of a user who was banned in between, with the reason', async () => {
    const { user, browser } = await openRecovery()
    await browser.press()
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', user.id).execute()
    expect(errorOf(await browser.press())).toBe('user_banned')
  })
})

test('an owner who did not sign up gets the same answer again, and the other answer is no repetition', async () => {
  const { email } = await signUp(service)
  const browser = await openInBrowser(await service.linkTo(email))
  const first = await browser.press({ isMine: false })
  expect(first.to).toBe(`${settings.publicUrl}/reset-password`)
  expect(await browser.page()).toContain('<button type="submit" name="mine" value="no">Continuar</button>')
  expect(errorOf(await browser.press())).toBe('otp_expired')
  const again = await browser.press({ isMine: false })
  expect(again.to).toBe(first.to)
  expect(sessionOf(again)).toBe(sessionOf(first))
})

test('a link that was requested with PKCE gives another code, which replaces the lost one until it is exchanged', async () => {
  const verifier = 'v'.repeat(64)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const { email, user } = await signUp(service)
  await service.resetLimits()
  const challenge = { code_challenge, code_challenge_method: 's256' }
  await service.send('POST', '/recover', { body: { email, ...challenge } })
  const browser = await openInBrowser(await service.linkTo(email))
  const codeOf = ({ to }: { to: string }) => new URL(to).searchParams.get('code')
  const exchange = (code: string | null) =>
    service.send('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })
  const [lost, again] = [codeOf(await browser.press()), codeOf(await browser.press())]
  expect((await exchange(lost)).status).toBe(404)
  expect((await exchange(again)).status).toBe(200)
  expect(await sessionsOf(user.id)).toHaveLength(1)
  expect(errorOf(await browser.press())).toBe('otp_expired')
})

test('the first of the two links of a change of address says again that the other one is missing, until the change is cancelled', async () => {
  const { email, client } = await signUp(service)
  await client.updateUser({ email: newAddress(), password: goodPassword })
  const { data } = await client.updateUser({ email: newAddress() })
  expect(data.user?.new_email).toBeTruthy()
  const browser = await openInBrowser(await service.linkTo(email))
  for (let n = 0; n < 2; n++) expect((await browser.press()).values.get('message')).toMatch(/other email/)
  await client.updateUser({ email })
  expect(errorOf(await browser.press())).toBe('otp_expired')
})

test('the key of the browser and the secret of the link are stored as hashes, and deleted after their end', async () => {
  const { user, link, browser } = await openRecovery()
  await browser.press()
  const listRows = () => db.selectFrom('link_redemptions').selectAll().where('user_id', '=', user.id).execute()
  const text = JSON.stringify(await listRows())
  expect(text).toContain(user.id)
  expect(text).not.toContain(browser.cookie.split('=')[1])
  expect(text).not.toContain(link.token)
  clock.advance(11 * minuteMs)
  await purgeExpired(service.platform)
  expect(await listRows()).toEqual([])
  clock.set(new Date())
})

test('a program that redeems the token without the page can do so once, also with the key of a browser', async () => {
  const { link, browser } = await openRecovery()
  const redeem = () =>
    service.send('POST', '/verify', {
      body: { type: 'recovery', token_hash: link.token },
      headers: { cookie: browser.cookie },
    })
  expect((await redeem()).status).toBe(200)
  const refused = await redeem()
  expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([403, 'otp_expired'])
  expect(errorOf(await browser.press())).toBe('otp_expired')
})
