import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security.ts'

const imagesOf = (policy: string) => policy.split('; ').find((part) => part.startsWith('img-src'))

test('without map tiles a page loads images of its own origin alone', () => {
  expect(imagesOf(contentSecurityPolicy({}))).toBe("img-src 'self' blob:")
})

test('with map tiles a page also loads images of exactly their origin', () => {
  const tilesUrl = 'https://tile.example:8443/styles/{z}/{x}/{y}{r}.png?key=1'
  expect(imagesOf(contentSecurityPolicy({ tilesUrl }))).toBe("img-src 'self' blob: https://tile.example:8443")
})
