// Without schemas: the first script of the search imports this file and must not include zod.

/** A part of the map between two parallels and two meridians, in degrees. It doesn't cross the antimeridian. */
export type MapArea = { south: number; west: number; north: number; east: number }

/** The largest height and width of an area. Uruguay has five degrees. */
export const areaMaxDegrees = 20
/** About 11 metres. */
const decimals = 4

/** Reads "south,west,north,east"; undefined for a text that is no such area. */
export function readMapArea(text: string): MapArea | undefined {
  const parts = text.split(',')
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(?:\.\d{1,6})?$/.test(part))) return undefined
  const [south = 0, west = 0, north = 0, east = 0] = parts.map(Number)
  const isOnEarth = south >= -90 && north <= 90 && west >= -180 && east <= 180
  const isWithin = north - south <= areaMaxDegrees && east - west <= areaMaxDegrees
  return isOnEarth && isWithin && south < north && west < east ? { south, west, north, east } : undefined
}

/** Rounded outwards, so that what is inside stays inside. */
export function mapAreaText({ south, west, north, east }: MapArea): string {
  const factor = 10 ** decimals
  const down = (value: number) => (Math.floor(value * factor) / factor).toFixed(decimals)
  const up = (value: number) => (Math.ceil(value * factor) / factor).toFixed(decimals)
  return [down(south), down(west), up(north), up(east)].join()
}
