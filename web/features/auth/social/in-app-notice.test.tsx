// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import { press, renderScreen, settle } from '#web/testing/screen.tsx'
import { SocialButtons } from './social-buttons.tsx'

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const methods = {
    providers: ['google', 'apple'],
    captcha: null,
    requireEmailConfirmation: false,
  }
  const tools = fakeApi(() => methods)
  return { useApi: () => tools }
})

const webView =
  'Mozilla/5.0 (Linux; Android 15; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

async function openIn(userAgent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await renderScreen(<SocialButtons providers={['google', 'apple']} next="/" />)
  // The notice's code arrives later.
  await import('./in-app-notice.tsx')
  await settle()
}
const intent = () => document.querySelector<HTMLAnchorElement>('a[href^="intent://"]')

test("in Instagram's browser on Android the page says how to open it elsewhere, instead of a button that Google refuses", async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openIn(`${webView} Instagram 401.0.0.48 Android`)
  expect(document.body.textContent).toContain('Aquí no puedes entrar con Google')
  expect(document.body.textContent).toContain('navegador de Instagram')
  expect(document.body.textContent).not.toContain('Continuar con Google')
  expect(document.body.textContent).toContain('Continuar con Apple')
  expect(intent()?.textContent).toBe('Abrir en mi navegador')
  await press('Copiar el enlace')
  expect(write).toHaveBeenCalledWith(location.href)
})

test("in Facebook's browser on an iPhone there is no link that only Android understands", async () => {
  await openIn(`${iphone} [FBAN/FBIOS;FBAV/536.0.0.40]`)
  expect(document.body.textContent).toContain('«Abrir en navegador externo»')
  expect(intent()).toBeNull()
})

test('in a browser of its own every button is there, without a notice', async () => {
  await openIn('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0')
  expect(document.body.textContent).toContain('Continuar con Google')
  expect(document.body.textContent).not.toContain('Aquí no puedes')
})
