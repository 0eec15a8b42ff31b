// Without schemas: the first script of the search imports this file and must not include zod.

/** A part of the map between two parallels and two meridians, in degrees. It doesn't cross the antimeridian. */
export type MapArea = { south: number; west: number; north: number; east: number }

/** The area of Uruguay. */
export const country: MapArea = { south: -35.2, west: -58.6, north: -30, east: -53 }

/** The largest height and width of an area. Uruguay has five degrees. */
const areaMaxDegrees = 20

/** Reads "south,west,north,east"; undefined for a text that is no such area. */
export function readMapArea(text: string): MapArea | undefined {
  const numbers = /^[\d.,-]{7,60}$/.test(text) ? text.split(',').map(Number) : []
  const [south = 0, west = 0, north = 0, east = 0] = numbers
  const [height, width] = [north - south, east - west]
  const isOnEarth = south >= -90 && north <= 90 && west >= -180 && east <= 180
  const hasSize = height > 0 && height <= areaMaxDegrees && width > 0 && width <= areaMaxDegrees
  return numbers.length === 4 && isOnEarth && hasSize ? { south, west, north, east } : undefined
}
