import { describe, expect, test } from 'vitest'

import { judgeSessionLink } from './session-link.ts'

function tokenOf(sub: string): string {
  const claims = { sub, email: `${sub}@correo.uy`, session_id: `sesión de ${sub}` }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.firma`
}
const params = { access_token: tokenOf('ñandú'), refresh_token: 'x', type: 'signup' }
const link = { path: '/', params, openUserId: undefined, provenSessionId: 'sesión de ñandú' }

describe('a session in the address', () => {
  test.each(['/', '/reset-password'])('is taken on %s, where mails lead', (path) =>
    expect(judgeSessionLink({ ...link, path })).toBe('accept'),
  )
  test.each(['/login', '/dashboard', '/booking', '/reset-password/x', '//'])('is refused on %s', (path) =>
    expect(judgeSessionLink({ ...link, path })).toBe('refuse'),
  )
  test('is refused without the type of a mailed link, or with a token that cannot be read', () => {
    expect(judgeSessionLink({ ...link, params: { ...params, type: '' } })).toBe('refuse')
    expect(judgeSessionLink({ ...link, params: { ...params, type: 'magia' } })).toBe('refuse')
    expect(judgeSessionLink({ ...link, params: { ...params, access_token: 'a.b.c' } })).toBe('refuse')
  })
  test.each([undefined, '', 'sesión de otra'])(
    'is refused unless the button behind a mailed link has just opened it here (%s)',
    (provenSessionId) => expect(judgeSessionLink({ ...link, provenSessionId })).toBe('refuse'),
  )
  test('without a name of its own matches no missing proof', () => {
    const nameless = `e30.${Buffer.from(JSON.stringify({ sub: 'ñandú' })).toString('base64url')}.firma`
    const o = { ...link, params: { ...params, access_token: nameless }, provenSessionId: undefined }
    expect(judgeSessionLink(o)).toBe('refuse')
  })
  test('takes the place of the same account, but of another one only if its owner says so', () => {
    expect(judgeSessionLink({ ...link, openUserId: 'ñandú' })).toBe('accept')
    expect(judgeSessionLink({ ...link, openUserId: 'otra' })).toEqual({ askToReplace: 'ñandú@correo.uy' })
  })
  test('that failed is read by the client, wherever it is', () => {
    expect(judgeSessionLink({ ...link, path: '/dashboard', params: { error: 'access_denied' } })).toBe('accept')
  })
})
