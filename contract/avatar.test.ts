import { expect, test } from 'vitest'

import { avatarAddress } from './avatar.ts'

test.for([
  [36, 96],
  [96, 96],
  [97, 160],
  [224, 256],
  [1000, 256],
] as const)('a picture for %i pixels is the one of %i', ([width, kept]) => {
  expect(avatarAddress({ avatarUrl: '/files/avatar-x-256.webp', width })).toBe(`/files/avatar-x-${kept}.webp`)
})

test('a picture of another kind has one size', () => {
  const avatarUrl = '/demo/portraits/lucia-perez.svg'
  expect(avatarAddress({ avatarUrl, width: 36 })).toBe(avatarUrl)
})
