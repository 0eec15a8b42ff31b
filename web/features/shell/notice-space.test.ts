import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

import { hasProvenAddress } from '#web/platform/proven-address.ts'

import { reserveNoticeSpace } from './notice-space.ts'

const email = 'ana@correo.uy'
const identity = (data: object) => ({ id: '1', identity_data: data })

/** The spaces that the script reserves on such a page. */
function spacesOf({ hash = '', pathname = '/', session }: { hash?: string; pathname?: string; session?: unknown }) {
  const noticeAttributes: string[] = []
  runInNewContext(reserveNoticeSpace, {
    location: { hash, pathname },
    localStorage: { getItem: () => (session === undefined ? null : JSON.stringify(session)) },
    document: { documentElement: { setAttribute: (name: string) => noticeAttributes.push(name) } },
  })
  return noticeAttributes
}

describe('before anything is painted', () => {
  test.each([
    { state: 'an unproven address', identities: [identity({ email, email_verified: false })] },
    { state: 'a proof of another address', identities: [identity({ email: 'otra@correo.uy', email_verified: true })] },
    { state: 'an identity without an address', identities: [{ id: '1' }] },
    { state: 'no identity', identities: [] },
  ])('space is reserved for the notice when the session has $state', ({ identities }) => {
    const user = { email, identities } as never
    expect(hasProvenAddress(user)).toBe(false)
    expect(spacesOf({ session: { user } })).toEqual(['data-session', 'data-email-notice'])
  })

  test.each([
    { state: 'a proven address', user: { email, identities: [identity({ email, email_verified: true })] } },
    { state: 'no list of identities', user: { email } },
  ])('no space is reserved when the session has $state', ({ user }) => {
    expect(hasProvenAddress(user as never)).toBe(true)
    expect(spacesOf({ session: { user } })).toEqual(['data-session'])
  })

  test('a visitor, a broken store and a link that is confirming the address reserve no space', () => {
    expect(spacesOf({})).toEqual([])
    expect(spacesOf({ session: 'x' })).toEqual([])
    expect(spacesOf({ session: { user: { email, identities: [] } }, hash: '#access_token=x&type=signup' })).toEqual([
      'data-session',
    ])
  })

  test('a failed mailed link has space for its notice, except where the page itself reads it', () => {
    const hash = '#error=access_denied&error_code=otp_expired'
    expect(spacesOf({ hash })).toEqual(['data-link-notice'])
    expect(spacesOf({ hash, pathname: '/reset-password' })).toEqual([])
  })
})
