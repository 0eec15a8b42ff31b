import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiscountTerms, discountOf, maxOrderCents } from './discounts.ts'

const amounts = fc.integer({ min: 0, max: maxOrderCents })
const terms: fc.Arbitrary<DiscountTerms> = fc.oneof(
  fc.record({
    discountType: fc.constant('percentage' as const),
    discountValue: fc.integer({ min: 10, max: 1000 }).map((tenths) => tenths / 10),
    maximumCents: fc.option(fc.integer({ min: 1, max: maxOrderCents })),
  }),
  fc.record({
    discountType: fc.constant('fixed_amount' as const),
    discountValue: fc.integer({ min: 1, max: maxOrderCents }),
    maximumCents: fc.option(fc.integer({ min: 1, max: maxOrderCents })),
  }),
)
const percent = (discountValue: number, maximumCents: number | null = null): DiscountTerms => ({
  discountType: 'percentage',
  discountValue,
  maximumCents,
})

describe('discountOf', () => {
  test('a discount is a whole number of cents, never negative, never above the amount or the maximum', () => {
    fc.assert(
      fc.property(terms, amounts, (each, amountCents) => {
        const cents = discountOf(each, amountCents)
        expect(Number.isInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(amountCents)
        expect(cents).toBeLessThanOrEqual(each.maximumCents ?? amountCents)
      }),
    )
  })

  test('a discount never shrinks when the amount grows', () => {
    fc.assert(
      fc.property(terms, amounts, amounts, (each, a, b) => {
        expect(discountOf(each, Math.max(a, b))).toBeGreaterThanOrEqual(discountOf(each, Math.min(a, b)))
      }),
    )
  })

  test('a discount in percent differs from the exact one by at most half a cent, and half a cent is rounded up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), amounts, (value, amountCents) => {
        // In hundredths of a cent, which are exact.
        const error = discountOf(percent(value), amountCents) * 100 - amountCents * value
        expect(error).toBeGreaterThan(-50)
        expect(error).toBeLessThanOrEqual(50)
      }),
    )
  })

  test.each([
    [percent(10), 150_000, 15_000],
    [percent(50), 1, 1],
    [percent(12.5), 150_000, 18_750],
    [percent(12.5), 4, 1],
    [percent(1), 49, 0],
    [percent(1), 50, 1],
    [percent(100), 99_999, 99_999],
    [percent(20, 10_000), 150_000, 10_000],
    [{ discountType: 'fixed_amount', discountValue: 20_000, maximumCents: null }, 15_000, 15_000],
    [{ discountType: 'fixed_amount', discountValue: 20_000, maximumCents: 5_000 }, 15_000, 5_000],
  ] as const)('the discount %j of %d cents is %d cents', (each, amountCents, expected) => {
    expect(discountOf(each, amountCents)).toBe(expected)
  })
})
