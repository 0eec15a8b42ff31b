import { expect, test } from 'vitest'

import { ratingLabel, reliabilityLabel } from './rating-label.ts'

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

test.each([
  [0, 'Muy confiable'],
  [0.049, 'Muy confiable'],
  [0.05, 'Confiable'],
  [0.149, 'Confiable'],
  [0.15, 'Moderadamente confiable'],
  [0.249, 'Moderadamente confiable'],
  [0.25, 'Poco confiable'],
  [1, 'Poco confiable'],
  [null, undefined],
])('a centre that cancelled a share of %s of its appointments is «%s»', (share, label) => {
  expect(reliabilityLabel(share)?.label).toBe(label)
})
