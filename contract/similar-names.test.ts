import { expect, test } from 'vitest'
import { nameKey } from './similar-names.ts'

const areSimilar = (one: string, other: string) => nameKey(one) !== '' && nameKey(one) === nameKey(other)

test.each([
  ['Ana Pérez', 'PEREZ, Ana'],
  ['Ana Pérez', 'Ana Peres'],
  ['María de los Ángeles Gil', 'Maria Angeles Gil'],
  ['Esther Viera', 'Ester Biera'],
  ['Yolanda Sosa', 'Iolanda Zosa'],
])('%s and %s may be one person', (one, other) => {
  expect(areSimilar(one, other)).toBe(true)
})

test.each([
  ['Claudio Pérez', 'Claudia Pérez'],
  ['Ana Pérez', 'Ana Laura Pérez'],
  ['Juan Gil Sosa', 'Juan Gil Luna'],
  ['Juan Gil', 'Juana Gil'],
  ['', ''],
  ['!!', '??'],
])('%s and %s are two people', (one, other) => {
  expect(areSimilar(one, other)).toBe(false)
})
