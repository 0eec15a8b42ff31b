import type { Coordinates } from '#server/features/centers/centers.types.ts'

export const earthRadiusMeters = 6_371_000

export const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres on a sphere of 6371 km. */
export function distanceMeters(from: Coordinates, to: Coordinates): number {
  const latitude = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const longitude = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const squared = latitude + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitude
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(squared)))
}

type PlacedCenter = { latitude: number | null; longitude: number | null; isPinExact: boolean }

/**
 * In whole metres, from a place to a centre. Null without a place, and unless the pin is exact: how far the place of an address is
 * says little of its door.
 */
export function metersToCenter(
  place: Coordinates | null,
  { latitude, longitude, isPinExact }: PlacedCenter,
): number | null {
  if (!place || !isPinExact || latitude === null || longitude === null) return null
  return Math.round(distanceMeters(place, { latitude, longitude }))
}

/** The length in metres of the chord under an arc, which the database compares. */
export function chordMeters(arcMeters: number): number {
  return 2 * earthRadiusMeters * Math.sin(Math.min(arcMeters / (2 * earthRadiusMeters), Math.PI / 2))
}

/** The point in space, in metres from the earth's centre, as in center_profiles.position. */
export function pointOf({ latitude, longitude }: Coordinates): [number, number, number] {
  const ring = earthRadiusMeters * Math.cos(radians(latitude))
  return [
    ring * Math.cos(radians(longitude)),
    ring * Math.sin(radians(longitude)),
    earthRadiusMeters * Math.sin(radians(latitude)),
  ]
}

const tenths = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a distance as the browser does: in tens of metres, then tenths of a kilometre, then whole kilometres. */
export function formatDistance(meters: number): string {
  const tens = Math.round(meters / 10) * 10
  if (tens < 1000) return `${tens}\u00A0m`
  return `${meters < 9950 ? tenths.format(meters / 1000) : Math.round(meters / 1000)}\u00A0km`
}
