import { expect, test } from 'vitest'

import { emptyCard, formatCard, isCardComplete } from './typed-card.ts'

test.each([
  ['number', '4111111111111111', '4111 1111 1111 1111'],
  ['number', '41111', '4111 1'],
  ['number', '4111-1111 1111.1111 9999', '4111 1111 1111 1111'],
  ['expiry', '1', '1'],
  ['expiry', '12', '12'],
  ['expiry', '129', '12/9'],
  ['expiry', '12/2930', '12/29'],
  ['cvv', '12a345', '1234'],
  ['name', 'Ana Suárez', 'Ana Suárez'],
] as const)('the field %s shows %j as %j', (field, typed, shown) => {
  expect(formatCard[field](typed)).toBe(shown)
})

test('a card is complete with all four fields, and incomplete without one of them', () => {
  const card = { name: 'Ana', number: '4111 1111 1111 1111', expiry: '12/29', cvv: '123' }
  expect(isCardComplete(card)).toBe(true)
  for (const field of ['name', 'number', 'expiry', 'cvv'] as const) {
    expect(isCardComplete({ ...card, [field]: emptyCard[field] }), field).toBe(false)
  }
})
