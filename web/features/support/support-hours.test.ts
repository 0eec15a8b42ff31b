import { expect, onTestFinished, test } from 'vitest'

import { applyBrand, builtInBrand } from '#contract/brand.ts'
import { isSupportOpen } from './support-hours.ts'

test.each([
  ['Monday at 9:00', '2026-11-23T12:00:00Z', true],
  ['Monday at 8:59', '2026-11-23T11:59:59Z', false],
  ['Friday at 17:59', '2026-11-27T20:59:59Z', true],
  ['Friday at 18:00', '2026-11-27T21:00:00Z', false],
  ['Saturday at noon', '2026-11-28T15:00:00Z', false],
  ['Sunday at noon', '2026-11-29T15:00:00Z', false],
  ['Sunday at 22:00, when it is Monday in London', '2026-11-30T01:00:00Z', false],
  ['a Friday that is Christmas', '2026-12-25T15:00:00Z', false],
  ['the Monday after May Day', '2027-05-03T15:00:00Z', true],
])('on %s in Montevideo (%s), support is open: %s', (_, instant, isOpen) => {
  expect(isSupportOpen(new Date(instant))).toBe(isOpen)
})

test('support never shows as open at hours that the operator wrote in other words', () => {
  onTestFinished(() => applyBrand(builtInBrand))
  const monday = new Date('2026-11-23T15:00:00Z')
  expect(isSupportOpen(monday)).toBe(true)
  applyBrand({ ...builtInBrand, widgetHours: 'Sábados de 9:00 a 12:00' })
  expect(isSupportOpen(monday)).toBe(false)
})
