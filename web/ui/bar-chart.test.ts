import { expect, test } from 'vitest'

import { labelEvery } from './bar-chart.tsx'

const named = (count: number, label: string) => ({
  labels: Array.from({ length: count }, () => label),
  band: 320 / count,
})

test('up to a year, every month has a label', () => {
  expect(labelEvery(named(6, 'nov'))).toBe(1)
  expect(labelEvery(named(12, 'nov'))).toBe(1)
})

test('over three years, as many months have a label as fit', () => {
  expect(labelEvery(named(36, 'nov 26'))).toBe(5)
})

test('without bars every label is kept', () => {
  expect(labelEvery({ labels: [], band: 80 })).toBe(1)
})
