import { expect, test } from 'vitest'

import { emptyCard, formatCard, missingInCard } from './typed-card.ts'

test.each([
  ['number', '4111111111111111', '4111 1111 1111 1111'],
  ['number', '41111', '4111 1'],
  ['number', '４１１１\u00a0１１１１\u200e‑1111‑1111', '4111 1111 1111 1111'],
  ['expiry', '０５／３０', '05/30'],
  ['cvv', '\u202a１２３\u202c', '123'],
  ['name', '\u200eANA\u00a0SOSA', 'ANA SOSA'],
  ['number', '6304-0000 0000.0000 999', '6304 0000 0000 0000 999'],
  ['number', '6304 0000 0000 0000 9999', '6304 0000 0000 0000 999'],
  ['expiry', '1', '1'],
  ['expiry', '12', '12'],
  ['expiry', '129', '12/9'],
  ['expiry', '12/', '12/'],
  ['expiry', '12/30', '12/30'],
  ['expiry', '12/2030', '12/30'],
  ['expiry', '1230', '12/30'],
  ['expiry', '122030', '12/30'],
  ['expiry', '5/30', '05/30'],
  ['expiry', '05 / 30', '05/30'],
  ['expiry', ' 5 / 2030 ', '05/30'],
  ['expiry', '05-2030', '05/30'],
  ['expiry', '2030-05', '05/30'],
  ['expiry', '530', '05/30'],
  ['expiry', '1/30', '01/30'],
  ['expiry', '12/2930', '12/29'],
  ['expiry', '13/30', '13/30'],
  ['expiry', '1330', '13/30'],
  ['expiry', '00/30', '00/30'],
  ['expiry', '45/30', '45/30'],
  ['expiry', '2030-13', '13/30'],
  ['expiry', '0', '0'],
  ['expiry', 'abc', ''],
  ['number', '4111  1111\u00a01111\u20111111', '4111 1111 1111 1111'],
  ['cvv', '12a345', '1234'],
  ['name', 'Ana Suárez', 'Ana Suárez'],
] as const)('the field %s shows %j as %j', (field, typed, shown) => {
  expect(formatCard[field](typed)).toBe(shown)
})

test.each([
  ['12/2030', '12/30'],
  ['122030', '12/30'],
  ['1230', '12/30'],
  ['5/30', '05/30'],
  ['530', '05/30'],
  ['1/30', '01/30'],
  ['05 / 30', '05/30'],
  ['12/20', '12/20'],
  ['13/30', '13/30'],
  ['1330', '13/30'],
  ['00/30', '00/30'],
])('an end typed as %s, key by key, becomes %s', (keys, shown) => {
  expect([...keys].reduce((value, key) => formatCard.expiry(value + key), '')).toBe(shown)
})

test('an end can be deleted key by key', () => {
  const shown = ['12/30']
  while (shown.at(-1)) shown.push(formatCard.expiry((shown.at(-1) ?? '').slice(0, -1)))
  expect(shown).toEqual(['12/30', '12/3', '12/', '12', '1', ''])
})

test.each(['13/30', '00/30', '45/30', '19/99'])('the end %s has no month, so its field says it', (expiry) => {
  const card = { name: 'Ana', number: '4111 1111 1111 1111', expiry, cvv: '123' }
  expect(missingInCard(card)).toEqual({ expiry: 'Ese mes no existe. El vencimiento se escribe MM/AA.' })
})

test('the number of a card may have 12 to 19 digits', () => {
  const card = { name: 'Ana', expiry: '12/29', cvv: '123' }
  for (const number of ['6304 0000 0000', '6304 0000 0000 0000 999']) {
    expect(missingInCard({ ...card, number })).toEqual({})
  }
  expect(Object.keys(missingInCard({ ...card, number: '6304 0000 000' }))).toEqual(['number'])
})

test('a card is complete with all four fields, and incomplete without one of them', () => {
  const card = { name: 'Ana', number: '4111 1111 1111 1111', expiry: '12/29', cvv: '123' }
  expect(missingInCard(card)).toEqual({})
  for (const field of ['name', 'number', 'expiry', 'cvv'] as const) {
    expect(Object.keys(missingInCard({ ...card, [field]: emptyCard[field] }))).toEqual([field])
  }
})
