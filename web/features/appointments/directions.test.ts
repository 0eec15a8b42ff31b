import { expect, test } from 'vitest'

import { directionsHref } from './directions.ts'

const address = { address: 'Av. Brasil 2500', neighborhood: 'Pocitos', department: 'Montevideo' }

test('directions lead to the pin of a centre that has one', () => {
  const href = directionsHref({ ...address, latitude: -34.91, longitude: -56.15 })
  expect(new URL(href).searchParams.get('destination')).toBe('-34.91,-56.15')
})

test('directions lead to the written address of a centre without a pin', () => {
  const href = directionsHref({ ...address, latitude: null, longitude: null })
  expect(new URL(href).searchParams.get('destination')).toBe('Av. Brasil 2500, Pocitos, Montevideo, Uruguay')
})
