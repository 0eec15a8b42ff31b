import { expect, test } from 'vitest'

import { connectedAccounts } from './connected-accounts.ts'

const google = {
  id: '1001',
  identity_id: '019a0000-0000-7000-8000-000000000001',
  user_id: '019a0000-0000-7000-8000-000000000002',
  provider: 'google',
  identity_data: { sub: '1001', email: 'ana@correo.uy' },
}
const password = { ...google, provider: 'email', identity_data: { email: 'otra@correo.uy' } }

test('each offered provider is listed with its connected account', () => {
  const rows = connectedAccounts({
    user: { identities: [password, google] },
    signInMethods: { providers: ['google', 'apple'] },
  })
  expect(rows).toEqual([
    { provider: 'google', identity: google, email: 'ana@correo.uy', isOffered: true },
    { provider: 'apple', identity: undefined, email: undefined, isOffered: true },
  ])
})

test('a provider that is not set up is not listed', () => {
  expect(connectedAccounts({ user: { identities: [password] }, signInMethods: { providers: [] } })).toEqual([])
})

test('a connected account can be disconnected after the operator has removed the provider', () => {
  const rows = connectedAccounts({
    user: { identities: [google] },
    signInMethods: { providers: [] },
  })
  expect(rows).toEqual([{ provider: 'google', identity: google, email: 'ana@correo.uy', isOffered: false }])
})

test('a provider without an address is listed without one', () => {
  const rows = connectedAccounts({
    user: { identities: [{ ...google, provider: 'apple', identity_data: { email: '' } }] },
    signInMethods: { providers: ['apple'] },
  })
  expect(rows[0]?.email).toBeUndefined()
})
