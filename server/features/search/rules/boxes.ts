import type { MapArea } from '#contract/map-area.ts'
import { earthRadiusMeters, radians } from './distances.ts'

type Range = readonly [number, number]

/** The margin is in metres, and larger than any rounding error. */
const margin = 1

/** The corners, in metres, of the smallest axis-aligned box in space that contains the area's surface. */
export function boxCorners({ south, west, north, east }: MapArea): { low: number[]; high: number[] } {
  const ring = cosines([south, north])
  const ranges = [product(ring, cosines([west, east])), product(ring, sines([west, east])), sines([south, north])]
  return {
    low: ranges.map(([from]) => earthRadiusMeters * from - margin),
    high: ranges.map(([, to]) => earthRadiusMeters * to + margin),
  }
}

/** The range of the sine over degrees between -180 and 180. */
function sines([from, to]: Range): Range {
  const turns = [-90, 90].filter((turn) => from <= turn && turn <= to)
  const values = [from, ...turns, to].map((degrees) => Math.sin(radians(degrees)))
  return [Math.min(...values), Math.max(...values)]
}

function cosines([from, to]: Range): Range {
  const values = [from, ...(from <= 0 && to >= 0 ? [0] : []), to].map((degrees) => Math.cos(radians(degrees)))
  return [Math.min(...values), Math.max(...values)]
}

function product(a: Range, b: Range): Range {
  const values = a.flatMap((one) => b.map((other) => one * other))
  return [Math.min(...values), Math.max(...values)]
}
