import { expect, test } from 'vitest'

import { pictureAddress } from './pictures.ts'

test.for([
  ['avatar', 256, 36, 96],
  ['avatar', 256, 96, 96],
  ['avatar', 256, 97, 160],
  ['avatar', 256, 224, 256],
  ['avatar', 256, 1000, 256],
  ['logo', 384, 100, 192],
  ['cover', 1440, 481, 960],
  ['photo', 256, 1, 96],
] as const)(
  'for a %s whose widest version has %i pixels, a place of %i pixels shows the version of %i',
  ([kind, widest, width, expected]) => {
    expect(pictureAddress({ url: `/files/${kind}-x-${widest}.webp`, width })).toBe(`/files/${kind}-x-${expected}.webp`)
  },
)

test.for([
  '/demo/portraits/lucia-perez.svg',
  '/files/document-x-256.webp',
  '/files/constructor-x-256.webp',
  '/files/avatar-x-960.webp',
  'https://ejemplo.uy/files/avatar-x-256.webp',
])('a picture of another kind has one size: %s', (url) => {
  expect(pictureAddress({ url, width: 36 })).toBe(url)
})
