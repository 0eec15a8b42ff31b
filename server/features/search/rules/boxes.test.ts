import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxCorners } from './boxes.ts'
import { pointOf } from './distances.ts'

test('every point of an area, anywhere on earth, is inside its box', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
  fc.assert(
    fc.property(degrees(90), degrees(180), share, share, share, share, (south, west, height, width, up, right) => {
      const north = Math.min(90, south + 20 * height)
      const east = Math.min(180, west + 20 * width)
      const { low, high } = boxCorners({ south, west, north, east })
      const point = pointOf({ latitude: south + up * (north - south), longitude: west + right * (east - west) })
      for (const [axis, value] of point.entries()) {
        expect(value).toBeGreaterThanOrEqual(low[axis] ?? Number.NaN)
        expect(value).toBeLessThanOrEqual(high[axis] ?? Number.NaN)
      }
    }),
  )
})

test('the box of a neighbourhood of two kilometres is less than three kilometres long', () => {
  const { low, high } = boxCorners({ south: -34.92, west: -56.16, north: -34.9, east: -56.14 })
  for (const [axis, from] of low.entries()) expect((high[axis] ?? Number.NaN) - from).toBeLessThan(3_000)
})
