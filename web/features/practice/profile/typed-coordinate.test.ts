import { expect, it } from 'vitest'

import { coordinateText, typedCoordinate } from './typed-coordinate.ts'

it('reads coordinates with a comma or a dot, and nothing else', () => {
  expect(typedCoordinate(' -34,90551 ')).toBe(-34.90551)
  expect(typedCoordinate('-56.2')).toBe(-56.2)
  expect(typedCoordinate('−34.9')).toBe(-34.9)
  expect(typedCoordinate('')).toBeUndefined()
  expect(typedCoordinate('34 sur')).toBeUndefined()
  expect(typedCoordinate('1e3')).toBeUndefined()
})

it('shows coordinates to about a metre', () => {
  expect(coordinateText(-34.9055123)).toBe('-34.90551')
})
