import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { type Service, signUp, startService } from '#server/testing/auth-service.ts'

/** The response to the button of a new user's confirmation page. */
async function pressButton(service: Service, { times }: { times?: number } = {}): Promise<Response> {
  const { email } = await signUp(service)
  const { token, type, redirectTo } = await service.linkTo(email)
  const press = () =>
    fetch(`${service.url}/verify`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token, type, redirect_to: redirectTo }),
    })
  for (let pressed = 1; pressed < (times ?? 1); pressed++) await press()
  return press()
}

const linkCookies = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => /^(?:__Host-)?senda_link=/.test(cookie))

function openedSession(response: Response): string {
  const fragment = (response.headers.get('location') ?? '').split('#')[1]
  return String(decodeJwt(new URLSearchParams(fragment).get('access_token') ?? '').session_id)
}

test('the button of a mailed link’s page names the session that it opens in a cookie, for a minute', async () => {
  const service = await startService()
  const response = await pressButton(service)
  expect(linkCookies(response)).toEqual([`senda_link=${openedSession(response)}; Max-Age=60; Path=/; SameSite=Strict`])
})

test('over TLS no other host of the domain can set the cookie', async () => {
  const service = await startService({ settings: { publicUrl: 'https://senda.example' } })
  const response = await pressButton(service)
  expect(linkCookies(response)).toEqual([
    `__Host-senda_link=${openedSession(response)}; Max-Age=60; Path=/; Secure; SameSite=Strict`,
  ])
})

test('the page shows the address that the link was mailed to, while the link works', async () => {
  const service = await startService()
  const { email } = await signUp(service)
  const { token, type, redirectTo } = await service.linkTo(email)
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  const read = async () => (await service.send('GET', `/verify?${query}`)).text()
  expect(await read()).toContain(`<p>Este enlace se envió a <strong>${email}</strong>.</p>`)
  await service.press({ token, type, redirectTo })
  expect(await read()).not.toContain(email)
})

test('a link that fails names its error in the same cookie, which no crafted URL can forge', async () => {
  const service = await startService()
  const response = await pressButton(service, { times: 2 })
  expect(response.headers.get('location')).toContain('otp_expired')
  expect(response.headers.getSetCookie()).toEqual(['senda_link=otp_expired; Max-Age=60; Path=/; SameSite=Strict'])
})
