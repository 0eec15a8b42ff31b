import { describe, expect, test } from 'vitest'

import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { allowedRedirect } from '../protocol/redirects.ts'

const settings = {
  publicUrl: 'https://senda.uy',
  allowedRedirects: ['https://app.example/entrar', 'https://otra.example:8443/', 'http://192.0.2.7:5173/vuelta/'],
}
const allowed = (requestedUrl: string) => allowedRedirect({ requestedUrl, settings })

describe('a link redirects to our own pages', () => {
  test.for([
    ['https://senda.uy', 'https://senda.uy/'],
    ['https://senda.uy/reset-password', 'https://senda.uy/reset-password'],
    ['https://SENDA.uy:443/patient-welcome?a=1', 'https://senda.uy/patient-welcome?a=1'],
    ['https://senda.uy/a#access_token=x', 'https://senda.uy/a'],
    ['https://senda.uy/a?next=%2Fb', 'https://senda.uy/a?next=%2Fb'],
  ])('%s', ([wanted = '', expected]) => {
    expect(allowed(wanted)).toBe(expected)
  })
})

describe('a link redirects to entries of the allow-list', () => {
  test.for([
    ['https://app.example/entrar', 'https://app.example/entrar'],
    ['https://app.example/entrar/', 'https://app.example/entrar/'],
    ['https://app.example/entrar/paso/2?a=1#b', 'https://app.example/entrar/paso/2?a=1'],
    ['https://app.example/entrar?a=/../otra', 'https://app.example/entrar?a=/../otra'],
    ['https://app.example/x/../entrar', 'https://app.example/entrar'],
    ['https://otra.example:8443/donde/sea', 'https://otra.example:8443/donde/sea'],
    ['http://192.0.2.7:5173/vuelta', 'http://192.0.2.7:5173/vuelta'],
    ['http://192.0.2.7:5173/vuelta/1', 'http://192.0.2.7:5173/vuelta/1'],
  ])('%s', ([wanted = '', expected]) => {
    expect(allowed(wanted)).toBe(expected)
  })
})

describe('a redirect_to that is not allowed is refused', () => {
  test.for([
    ['nothing', ''],
    ['without a host', '/reset-password'],
    ['without a scheme', '//evil.example'],
    ['with another scheme', 'http://senda.uy/'],
    ['with another scheme, listed host', 'http://app.example/entrar'],
    ['with another port', 'https://senda.uy:8443/'],
    ['with another port, listed host', 'https://app.example:444/entrar'],
    ['without the port that is listed', 'https://otra.example/'],
    ['with a host that begins like ours', 'https://senda.uy.evil.example/'],
    ['with a host that ends like ours', 'https://evil-senda.uy/'],
    ['with a subdomain', 'https://otra.senda.uy/'],
    ['with a dot after the host', 'https://senda.uy./'],
    ['with our address further back', 'https://evil.example/?https://senda.uy/'],
    ['with a user', 'https://senda.uy@evil.example/'],
    ['with a user at our host', 'https://user:pass@senda.uy/'],
    ['with an empty user', 'https://@senda.uy/'],
    ['with an encoded user', 'https://senda.uy%40evil.example/'],
    ['with a backslash for a slash', 'https:\\\\senda.uy/'],
    ['with a backslash after the host', 'https://senda.uy\\evil'],
    ['with a user and a backslash', 'https://@senda.uy\\@evil.example/'],
    ['with an encoded backslash', 'https://app.example/entrar/..%5c..%5cotra'],
    ['with an encoded slash', 'https://app.example/entrar/..%2fotra'],
    ['with a line break', 'https://senda.uy/\n//evil.example'],
    ['with a tab in the host', 'https://senda.uy\t.evil.example/'],
    ['with a space before', ' https://senda.uy/'],
    ['with other letters', 'https://senda.uy/ñ'],
    ['with an encoded host', 'https://s%65nda.uy/'],
    ['with an encoded host of others', 'https://s%65nda.uy.evil.example/'],
    ['with a host in letters that look like ours', 'https://sеnda.uy/'],
    ['with that host in ASCII', 'https://xn--snda-f2e.uy/'],
    ['with an IP address', 'https://127.0.0.1/'],
    ['with another IP address than the listed one', 'http://192.0.2.8:5173/vuelta'],
    ['with the listed IP address in one number', 'http://3221225991:5173/vuelta'],
    ['with the listed IP address in octal', 'http://0300.0.2.7:5173/vuelta'],
    ['with the listed IP address in hexadecimal', 'http://0xc0000207:5173/vuelta'],
    ['with the listed IP address in IPv6', 'http://[::ffff:192.0.2.7]:5173/vuelta'],
    ['with a path that only begins like the listed one', 'https://app.example/entrarfalso'],
    ['with the listed host and another path', 'https://app.example/'],
    ['with dots that lead out of the listed path', 'https://app.example/entrar/../otra'],
    ['with encoded dots that lead out of the listed path', 'https://app.example/entrar/%2e%2e/otra'],
    ['javascript:', 'javascript:alert(1)//https://senda.uy/'],
    ['javascript: with our host', 'javascript://senda.uy/%0aalert(1)'],
    ['data:', 'data:text/html,x'],
    ['blob: of our origin', 'blob:https://senda.uy/x'],
    ['with one slash', 'https:/senda.uy/'],
    ['too long', `https://senda.uy/${'a'.repeat(2000)}`],
  ] as const)('%s', ([, wanted]) => {
    expect(allowed(wanted)).toBeUndefined()
  })
})

describe('a redirect of the service', async () => {
  const service = await startService({ settings: { allowedRedirects: ['https://app.example/entrar'] } })
  const { publicUrl } = service.platform.settings

  test('gives the session to a page of the list, and never to another address', async () => {
    for (const [emailRedirectTo, expected] of [
      ['https://app.example/entrar/listo', 'https://app.example/entrar/listo'],
      ['https://app.example/otra', `${publicUrl}/`],
      ['https://evil.example/entrar', `${publicUrl}/`],
    ] as const) {
      const email = newAddress()
      await service.client().signInWithOtp({ email, options: { emailRedirectTo } })
      const link = await service.linkTo(email)
      expect(link.redirectTo).toBe(expected)
      expect((await service.press({ ...link, redirectTo: emailRedirectTo })).to).toBe(expected)
    }
  })

  test('takes redirect_to from the header, then the query, then the referring page', async () => {
    const linkTargetOf = async (path: string, headers: Record<string, string>) => {
      const { email } = await signUp(service)
      await service.send('POST', `/otp${path}`, { body: { email }, headers })
      return (await service.linkTo(email)).redirectTo
    }
    const [header, query, page] = [`${publicUrl}/a`, `${publicUrl}/b`, `${publicUrl}/c`]
    const path = `?redirect_to=${encodeURIComponent(query)}`
    expect(await linkTargetOf(path, { redirect_to: header, referer: page })).toBe(header)
    expect(await linkTargetOf(path, { referer: page })).toBe(query)
    expect(await linkTargetOf('', { referer: page })).toBe(page)
    expect(await linkTargetOf('', { referer: 'https://evil.example/' })).toBe(`${publicUrl}/`)
    // A refused URL is not replaced by the referring page, which may belong to an attacker.
    expect(await linkTargetOf('', { redirect_to: 'https://evil.example/', referer: page })).toBe(`${publicUrl}/`)
  })
})
