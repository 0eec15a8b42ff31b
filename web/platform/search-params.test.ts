import { expect, test } from 'vitest'

import { dayOf, idOf, oneOf, textOf } from './search-params.ts'

const id = '0199c2f0-0000-7000-8000-000000000001'
const strange = [undefined, null, 20261120, '', '__proto__', ['dia'], { day: 'dia' }]

test('an address with valid params is read', () => {
  expect(textOf('Ana')).toBe('Ana')
  expect(dayOf('2026-11-20')).toBe('2026-11-20')
  expect(idOf(id)).toBe(id)
  expect(oneOf(['dia', 'semana'], 'semana')).toBe('semana')
})

test.each(strange)('a value that is not a text, day, id or choice is undefined: %j', (raw) => {
  expect(textOf(raw)).toBe(typeof raw === 'string' ? raw : undefined)
  expect(dayOf(raw)).toBeUndefined()
  expect(idOf(raw)).toBeUndefined()
  expect(oneOf(['dia', 'semana'], raw)).toBeUndefined()
})

test('an impossible day and an id with other text around it are undefined', () => {
  expect(dayOf('2026-02-30')).toBeUndefined()
  expect(idOf(`${id}x`)).toBeUndefined()
  expect(idOf(` ${id}`)).toBeUndefined()
})
