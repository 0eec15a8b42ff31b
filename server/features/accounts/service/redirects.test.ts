import { expect, test } from 'vitest'

import { allowedRedirect } from './redirects.ts'

const publicUrl = 'https://senda.uy'

test.for([
  ['https://senda.uy', 'https://senda.uy/'],
  ['https://senda.uy/reset-password', 'https://senda.uy/reset-password'],
  ['https://SENDA.uy:443/patient-welcome?a=1', 'https://senda.uy/patient-welcome?a=1'],
  ['https://senda.uy/a#access_token=x', 'https://senda.uy/a'],
])('%s leads to %s', ([wanted = '', expected]) => {
  expect(allowedRedirect({ wanted, publicUrl })).toBe(expected)
})

test.for([
  '',
  '/reset-password',
  '//evil.example',
  'http://senda.uy/',
  'https://senda.uy:8443/',
  'https://senda.uy.evil.example/',
  'https://evil.example/?https://senda.uy/',
  'https://senda.uy@evil.example/',
  'https://user:pass@senda.uy/',
  'https://@senda.uy\\@evil.example/',
  'https:\\\\senda.uy/',
  'https://senda.uy\\evil',
  'https://senda.uy/\n//evil.example',
  'https://senda.uy\t.evil.example/',
  ' https://senda.uy/',
  'https://senda.uy/ñ',
  'https://s%65nda.uy.evil.example/',
  'https://127.0.0.1/',
  'javascript:alert(1)//https://senda.uy/',
  'data:text/html,x',
  'blob:https://senda.uy/x',
  `https://senda.uy/${'a'.repeat(2000)}`,
])('%j leads nowhere', (wanted) => {
  expect(allowedRedirect({ wanted, publicUrl })).toBeUndefined()
})
