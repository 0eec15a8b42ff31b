import { expect, test } from 'vitest'
import { splitVat, vatPercents } from './vat.ts'

test.each([
  [122_00, 22, 100_00, 22_00],
  [110_00, 10, 100_00, 10_00],
  [1_500_00, 10, 1_363_64, 136_36],
  [1_500_00, 22, 1_229_51, 270_49],
  [1_500_00, 0, 1_500_00, 0],
  [1, 22, 1, 0],
  [11, 10, 10, 1],
] as const)(
  '%i cents that include %i percent of IVA are %i without it and %i of IVA',
  (cents, percent, netCents, vatCents) => {
    expect(splitVat({ cents, percent })).toEqual({ netCents, vatCents })
    expect(splitVat({ cents: -cents, percent })).toEqual({ netCents: 0 - netCents, vatCents: 0 - vatCents })
  },
)

test('the parts add up to the amount, and the net amount is off by at most half a cent', () => {
  for (const percent of vatPercents) {
    for (let cents = 0; cents < 20_000; cents += 7) {
      const { netCents, vatCents } = splitVat({ cents, percent })
      expect(netCents + vatCents).toBe(cents)
      expect(Math.abs(netCents * (100 + percent) - cents * 100) * 2).toBeLessThanOrEqual(100 + percent)
    }
  }
})
