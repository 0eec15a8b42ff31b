import { expect, test } from 'vitest'
import { weaknessOf } from './passwords.ts'

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
] as const)('the weakness of a centre’s password %j is %j', ([password, reasons]) => {
  expect(weaknessOf({ password, userType: 'center' })?.reasons).toEqual(reasons)
})

test('a patient’s password needs six characters of any kind', () => {
  expect(weaknessOf({ password: 'abcdef', userType: 'patient' })).toBeUndefined()
  expect(weaknessOf({ password: 'abcde', userType: 'patient' })?.reasons).toEqual(['length'])
  expect(weaknessOf({ password: '        ', userType: 'patient' })?.reasons).toEqual(['length'])
})
