import { expect, test } from 'vitest'

import { cleanPhone, isPhone } from './phone-pattern.ts'
import { optionalPhone, typedPhone } from './phones.ts'

test.each([
  ['099/123/456', '099 123 456'],
  ['099·123·456', '099 123 456'],
  ['099 123 456;', '099 123 456'],
  ['099 123 456,', '099 123 456'],
  ['tel:+59899123456', '+59899123456'],
  ['Tel. 099 123 456', '099 123 456'],
  ['Tel.: 2710 1234', '2710 1234'],
  ['Teléfono: 2710 1234', '2710 1234'],
  ['Cel 099123456', '099123456'],
  ['WhatsApp: +598 99 123 456', '+598 99 123 456'],
  ['https://wa.me/59899123456', '+59899123456'],
  ['wa.me/59899123456', '+59899123456'],
  ['http://www.wa.me/+59899123456/', '+59899123456'],
  ['https://wa.me/59899123456?text=Hola%2C%20quiero%20reservar%20una%20sesi%C3%B3n', '+59899123456'],
  ['https://api.whatsapp.com/send?phone=59899123456', '+59899123456'],
  ['https://api.whatsapp.com/send/?phone=%2B59899123456&text&type=phone_number&app_absent=0', '+59899123456'],
  ['https://web.whatsapp.com/send?text=Hola&phone=59899123456', '+59899123456'],
  ['whatsapp://send?phone=59899123456', '+59899123456'],
  ['WhatsApp: https://wa.me/59899123456', '+59899123456'],
  ['https://wa.me/099123456', '099123456'],
  ['٠٩٩ ١٢٣ ٤٥٦', '099 123 456'],
  ['۰۹۹۱۲۳۴۵۶', '099123456'],
])('a telephone number pasted as «%s» is accepted as «%s»', (pasted, plain) => {
  expect(typedPhone('Falta').safeParse(pasted).data).toBe(plain)
  expect(optionalPhone.safeParse(pasted).data).toBe(plain)
  expect(cleanPhone(plain)).toBe(plain)
})

test.each([
  'Tel.',
  'tel:',
  '2710 1234 int. 12',
  'tel:+59827101234;ext=12',
  '099 123 456, 099 654 321',
  'Ana 099123456',
  ';',
  'https://wa.me/message/ABCD1234',
  'https://wa.me/59899123456x',
  'https://otro.uy/59899123456',
  'https://wa.me.otro.uy/59899123456',
  'https://api.whatsapp.com/send?text=59899123456',
])('«%s» is no telephone number', (text) => {
  expect(isPhone(text)).toBe(false)
  expect(typedPhone('Falta').safeParse(text).success).toBe(false)
})

test('a megabyte of separators and labels is refused within a quarter of a second', () => {
  for (const text of [';'.repeat(1_000_000), 'tel:'.repeat(250_000), ' '.repeat(1_000_000), 'wa.me/'.repeat(200_000)]) {
    const start = performance.now()
    expect(isPhone(text)).toBe(false)
    expect(performance.now() - start).toBeLessThan(250)
  }
})
