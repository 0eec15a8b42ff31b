import { expect, test } from 'vitest'

import { ratingLabel } from './rating-label.ts'

test.each([
  [5, 'Excelente'],
  [4.5, 'Excelente'],
  [4.46, 'Excelente'],
  [4.44, 'Muy bueno'],
  [4, 'Muy bueno'],
  [3.94, 'Bueno'],
  [3.5, 'Bueno'],
  [3.44, 'Regular'],
  [3, 'Regular'],
  [2.94, 'Bajo'],
])('a rating of %d reads %s', (rating, label) => {
  expect(ratingLabel({ rating, totalReviews: 1 })?.label).toBe(label)
})

test('a centre without reviews has no badge', () => {
  expect(ratingLabel({ rating: 0, totalReviews: 0 })).toBeUndefined()
})
