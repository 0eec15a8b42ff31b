import { expect, test } from 'vitest'

import { homePathOf, isShutOut, profileOf, shutOutSentence, weaknessOf } from './accounts.rules.ts'

test.for([
  ['Senda-2026!', undefined],
  ['Abcdef1$', undefined],
  ['$Abcdef1', undefined],
  ['-Abcdef1$', ['characters']],
  ['abcdefg1$', ['characters']],
  ['ABCDEFG1$', ['characters']],
  ['Abcdefgh$', ['characters']],
  ['Abcdefg1#', ['characters']],
  ['Abc1$', ['length']],
  ['', ['length', 'characters']],
] as const)('the password %j of a centre: %j', ([password, reasons]) => {
  expect(weaknessOf({ password, userType: 'center' })?.reasons).toEqual(reasons)
})

test('a patient needs six characters of any kind', () => {
  expect(weaknessOf({ password: 'abcdef', userType: 'patient' })).toBeUndefined()
  expect(weaknessOf({ password: 'abcde', userType: 'patient' })?.reasons).toEqual(['length'])
  expect(weaknessOf({ password: '        ', userType: 'patient' })?.reasons).toEqual(['length'])
})

test('each kind of account has its home', () => {
  expect([homePathOf('center'), homePathOf('patient')]).toEqual(['/center/dashboard', '/dashboard'])
})

test('a suspension ends at its time to the millisecond, a ban never', () => {
  const now = new Date('2026-12-01T15:00:00Z')
  const suspended = { status: 'suspended', suspended_until: now, suspension_reason: null }
  expect(isShutOut({ standing: suspended, now: new Date(now.getTime() - 1) })).toBe(true)
  expect(isShutOut({ standing: suspended, now })).toBe(false)
  expect(isShutOut({ standing: { ...suspended, suspended_until: null }, now })).toBe(true)
  expect(isShutOut({ standing: { status: 'banned', suspended_until: null, suspension_reason: null }, now })).toBe(true)
  expect(isShutOut({ standing: { status: 'active', suspended_until: null, suspension_reason: null }, now })).toBe(false)
})

test('the day that a suspension ends is the one in Montevideo', () => {
  const until = new Date('2026-12-02T02:00:00Z')
  expect(shutOutSentence({ status: 'suspended', suspended_until: until, suspension_reason: 'Datos falsos' })).toBe(
    'Tu cuenta está suspendida hasta el 1 de diciembre de 2026. Motivo: Datos falsos. Si crees que es un error, escribe a hola@senda.uy.',
  )
  expect(shutOutSentence({ status: 'banned', suspended_until: null, suspension_reason: null })).toBe(
    'Tu cuenta está cerrada. Si crees que es un error, escribe a hola@senda.uy.',
  )
})

test('the forms of /auth name name and phone in their own way', () => {
  expect(profileOf({ nombre: 'Ana', whatsapp: '099 1' })).toMatchObject({ full_name: 'Ana', phone: '099 1' })
  expect(profileOf({ responsible: 'Rita' })).toMatchObject({ full_name: 'Rita', phone: null })
  expect(profileOf({ full_name: 'Ana Prueba', nombre: 'Ana', phone: '1', whatsapp: '2' })).toMatchObject({
    full_name: 'Ana Prueba',
    phone: '1',
  })
})
