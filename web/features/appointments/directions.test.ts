import { expect, test } from 'vitest'

import { directionsHref } from './directions.ts'

const address = { address: 'Av. Brasil 2500', neighborhood: 'Pocitos', department: 'Montevideo' }

test('directions lead to the exact pin of a centre', () => {
  const href = directionsHref({ ...address, latitude: -34.91, longitude: -56.15, pinPrecision: 'exact' })
  expect(new URL(href).searchParams.get('destination')).toBe('-34.91,-56.15')
})

test.each([
  { latitude: null, longitude: null, pinPrecision: 'none' as const },
  { latitude: -34.91, longitude: -56.15, pinPrecision: 'approximate' as const },
])('directions lead to the written address of a centre whose pin is $pinPrecision', (pin) => {
  const href = directionsHref({ ...address, ...pin })
  expect(new URL(href).searchParams.get('destination')).toBe('Av. Brasil 2500, Pocitos, Montevideo, Uruguay')
})
