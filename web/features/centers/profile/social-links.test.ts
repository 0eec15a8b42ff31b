import { expect, test } from 'vitest'

import { socialLinks } from './social-links.ts'

test.each([
  ['a name', 'casa.nacar', 'https://www.instagram.com/casa.nacar'],
  ['a name with its sign', '@casa.nacar', 'https://www.instagram.com/casa.nacar'],
  ['an address', 'https://www.instagram.com/casa.nacar/?hl=es', 'https://www.instagram.com/casa.nacar'],
  [
    'an address as a telephone begins it',
    ' Https://WWW.Instagram.com/casa.nacar ',
    'https://www.instagram.com/casa.nacar',
  ],
  ['an address without its protocol', 'instagram.com/casa.nacar', 'https://www.instagram.com/casa.nacar'],
])('%s of Instagram leads to its page', (_, instagram, href) => {
  expect(socialLinks({ instagram, facebook: null })).toEqual([{ network: 'Instagram', name: '@casa.nacar', href }])
})

test('an address of Facebook leads to its page', () => {
  expect(socialLinks({ instagram: '', facebook: 'https://es-la.facebook.com/CasaNacar' })).toEqual([
    { network: 'Facebook', name: 'CasaNacar', href: 'https://www.facebook.com/CasaNacar' },
  ])
})

test.each([
  'javascript:alert(1)//instagram.com',
  'https://evil.example/instagram.com',
  'https://notinstagram.com/casa',
  'https://instagram.com/p/Abc123',
  'casa nácar',
  'x'.repeat(200),
  '',
])('%j gives no link', (typed) => {
  expect(socialLinks({ instagram: typed, facebook: typed })).toEqual([])
})
