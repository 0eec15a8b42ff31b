import { describe, expect, test, vi } from 'vitest'
import { openTab } from '#web/testing/tab.ts'
import { acceptsSessionOf, checkSessionLink, isServiceOutcome, sessionLinkRejection } from './session-link.ts'

function tokenOf(sub: string): string {
  const claims = { sub, email: `${sub}@correo.uy`, session_id: `sesión de ${sub}` }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.firma`
}
const params = { access_token: tokenOf('ñandú'), refresh_token: 'x', type: 'signup' }
const link = { path: '/', params, openUserId: undefined, provenSessionId: 'sesión de ñandú' }

describe('checkSessionLink', () => {
  test.each(['/', '/reset-password', '/dashboard', '/book/01a202e4-94a7-7000-a10d-72c901fbe6d9'])(
    'a session in the address is accepted on %s, which mails open',
    (path) => expect(checkSessionLink({ ...link, path })).toBe('accept'),
  )
  test.each([
    '/login',
    '/dashboards',
    '/center/dashboard',
    '/booking',
    '/book/',
    '/book/01a202e4-94a7-7000-a10d-72c901fbe6d9/x',
    '/reset-password/x',
    '//',
  ])('a session in the address is refused on %s', (path) => expect(checkSessionLink({ ...link, path })).toBe('refuse'))
  test('a session in the address is refused without the type of a mailed link, or with an unreadable token', () => {
    expect(checkSessionLink({ ...link, params: { ...params, type: '' } })).toBe('refuse')
    expect(checkSessionLink({ ...link, params: { ...params, type: 'magia' } })).toBe('refuse')
    expect(checkSessionLink({ ...link, params: { ...params, access_token: 'a.b.c' } })).toBe('refuse')
  })
  test.each([undefined, '', 'sesión de otra'])(
    "a session in the address is refused unless a mailed link's button has just opened it in this browser (%s)",
    (provenSessionId) => expect(checkSessionLink({ ...link, provenSessionId })).toBe('refuse'),
  )
  test('a session without a name is refused, also without a proof', () => {
    const nameless = `e30.${Buffer.from(JSON.stringify({ sub: 'ñandú' })).toString('base64url')}.firma`
    const withoutName = { ...link, params: { ...params, access_token: nameless }, provenSessionId: undefined }
    expect(checkSessionLink(withoutName)).toBe('refuse')
  })
  test('a session in the address replaces one of the same account, and one of another account only if the user agrees', () => {
    expect(checkSessionLink({ ...link, openUserId: 'ñandú' })).toBe('accept')
    expect(checkSessionLink({ ...link, openUserId: 'otra' })).toEqual({ askToReplace: 'ñandú@correo.uy' })
  })
  test('a failed link is accepted on any page, because the client only reads its reason', () => {
    expect(checkSessionLink({ ...link, path: '/dashboard', params: { error: 'access_denied' } })).toBe('accept')
  })
})

describe('acceptsSessionOf', () => {
  const cookie = `senda_link=${encodeURI('sesion-de-ana')}`
  const claims = { sub: 'ana', email: 'ana@correo.uy', session_id: 'sesion-de-ana' }
  const access_token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.firma`
  const arriving = { access_token, refresh_token: 'r', type: 'signup' }
  const address = `/?from=mail#${new URLSearchParams(arriving)}`

  test('the tokens in the address are removed before the client reads them, so that they are not pushed into the history', () => {
    openTab(address, { cookie })
    expect(acceptsSessionOf({ params: arriving, openUserId: undefined })).toBe(true)
    expect(location.href).toBe('http://senda.test/?from=mail')
  })

  test('a session that the user declines is ended', () => {
    openTab(address, { cookie, confirm: vi.fn(() => false) })
    const fetched = vi.fn(async () => new Response(null, { status: 204 }))
    vi.stubGlobal('fetch', fetched)
    expect(acceptsSessionOf({ params: arriving, openUserId: 'luis' })).toBe(false)
    expect(location.href).toBe('http://senda.test/?from=mail')
    expect(sessionLinkRejection()).toBe('declined')
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/auth/v1/logout?scope=local',
      expect.objectContaining({ method: 'POST', headers: { authorization: `Bearer ${access_token}` } }),
    )
  })
})

describe('isServiceOutcome', () => {
  test.each([
    ['otp_expired', 'senda_link=otp_expired', true],
    ['halfway', 'senda_visitor=x; senda_link=halfway', true],
    ['user_banned', 'senda_link=otp_expired', false],
    ['user_banned', '', false],
    ['', 'senda_link=', false],
  ])('the outcome %s is trusted with the cookie "%s": %s', (word, cookie, expected) => {
    openTab('/', { cookie })
    expect(isServiceOutcome(word)).toBe(expected)
  })
})
