import { expect, test } from 'vitest'

import { isAuthoritative } from './authoritative-provider.ts'

test.each([
  ['google', 'ana@gmail.com', undefined, true],
  ['google', 'ana@googlemail.com', undefined, true],
  ['google', 'info@centro.uy', 'centro.uy', true],
  ['google', 'info@centro.uy', 'Centro.UY', true],
  // Verified once, when the person made a Google account with an address of another provider.
  ['google', 'info@centro.uy', undefined, false],
  ['google', 'info@centro.uy', '', false],
  ['google', 'info@centro.uy', 'otro.uy', false],
  ['google', 'info@centro.uy', 'uy', false],
  ['google', 'info@sede.centro.uy', 'centro.uy', false],
  ['google', 'info@centro.uy', 'sede.centro.uy', false],
  ['google', 'ana@gmail.com.uy', undefined, false],
  ['google', 'ana@notgmail.com', undefined, false],
  ['google', '"@gmail.com"@centro.uy', undefined, false],
  ['google', 'ana@icloud.com', undefined, false],
  ['apple', 'ana@icloud.com', undefined, true],
  ['apple', 'ana@me.com', undefined, true],
  ['apple', 'ana@mac.com', undefined, true],
  ['apple', 'x7@privaterelay.appleid.com', undefined, true],
  ['apple', 'ana@appleid.com', undefined, false],
  ['apple', 'ana@gmail.com', undefined, false],
  // Only Google's tokens have this claim.
  ['apple', 'info@centro.uy', 'centro.uy', false],
  ['facebook', 'ana@gmail.com', undefined, false],
  ['facebook', 'ana@facebook.com', 'facebook.com', false],
] as const)('%s, %s, organisation %s: %s', (provider, email, hostedDomain, expected) => {
  expect(isAuthoritative({ provider, email, hostedDomain })).toBe(expected)
})
