import type { PinPrecision } from '#contract/directions.ts'
import { type Corner, uruguay } from '#contract/uruguay.ts'
import type { Coordinates, Place } from '../centers.types.ts'

export function pinPrecisionOf({
  latitude,
  isPinExact,
}: {
  latitude: number | null
  isPinExact: boolean
}): PinPrecision {
  if (latitude === null) return 'none'
  return isPinExact ? 'exact' : 'approximate'
}

type Box = readonly [south: number, west: number, north: number, east: number]

/** Each department and a few kilometres around it, in degrees. */
const departmentBoxes: Readonly<Record<string, Box>> = {
  Artigas: [-31.25, -57.95, -30.05, -55.85],
  Canelones: [-34.95, -56.6, -34.2, -55.3],
  'Cerro Largo': [-33.1, -55.35, -31.5, -53.1],
  Colonia: [-34.55, -58.5, -33.65, -56.95],
  Durazno: [-33.65, -57.2, -32.25, -54.95],
  Flores: [-34.05, -57.45, -32.95, -56.25],
  Florida: [-34.5, -56.75, -32.9, -54.9],
  Lavalleja: [-34.8, -55.9, -33.15, -54.1],
  Maldonado: [-35.05, -55.6, -34, -54.3],
  Montevideo: [-35, -56.5, -34.65, -55.95],
  Paysandú: [-32.8, -58.3, -31.25, -56.05],
  'Río Negro': [-33.55, -58.5, -32.25, -56.55],
  Rivera: [-32.2, -56.25, -30.7, -54.3],
  Rocha: [-34.95, -54.75, -33, -53.25],
  Salto: [-31.95, -58.2, -30.55, -55.9],
  'San José': [-34.9, -57.3, -33.75, -56.25],
  Soriano: [-34.05, -58.5, -33, -57.1],
  Tacuarembó: [-33.1, -57.1, -31, -54.7],
  'Treinta y Tres': [-33.65, -55.4, -32.5, -53.3],
}

/** Beyond this, the largest error of the outline, a pin is not on land. Montevideo's coast is drawn more exactly. */
const reachMeters = { montevideo: 400, elsewhere: 1_500 }

const inside = ([south, west, north, east]: Box, { latitude, longitude }: Coordinates) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east

/** The rectangle that the database requires of an exact pin. */
const country: Box = [-35.1, -58.5, -30, -53]
const montevideoCoast: Box = [-35.1, -56.31, -34.8, -55.88]

/**
 * Why a pin is not where a centre can be: in the water, abroad, or far from the department of its address. A department that
 * is not one of the 19, as some old rows have, is not compared.
 */
export function pinRefusal(pin: Coordinates, { department }: { department: string }): string | undefined {
  if (!inside(country, pin)) return 'Ese punto queda fuera de Uruguay'
  const reach = inside(montevideoCoast, pin) ? reachMeters.montevideo : reachMeters.elsewhere
  if (!isOnLand(pin) && metersFromOutline(pin) > reach) {
    return 'Ese punto queda en el agua o fuera de Uruguay. Muévelo hasta la puerta de tu centro.'
  }
  const box = departmentBoxes[department]
  if (box && !inside(box, pin)) {
    return `Ese punto queda lejos de ${department}, el departamento de tu dirección. Muévelo, o corrige antes la dirección.`
  }
  return undefined
}

/** Coordinates that no owner chose: those of a place of the gazetteer, up to about a metre. */
export function isOfPlace(pin: Coordinates, places: readonly Place[]): boolean {
  const isSame = (one: number, other: number) => Math.abs(one - other) < 0.000_01
  return places.some((place) => isSame(place.latitude, pin.latitude) && isSame(place.longitude, pin.longitude))
}

const corners = uruguay.map((corner, index) => [corner, uruguay[(index + 1) % uruguay.length] ?? corner] as const)

/** Whether a line from the point to the east crosses the outline an odd number of times. */
export function isOnLand({ latitude, longitude }: Coordinates): boolean {
  const crossings = corners.filter(([[south, west], [north, east]]) => {
    if (south > latitude === north > latitude) return false
    return longitude < west + ((latitude - south) / (north - south)) * (east - west)
  })
  return crossings.length % 2 === 1
}

const degreeMeters = 111_195

function metersFromOutline({ latitude, longitude }: Coordinates): number {
  const width = degreeMeters * Math.cos((latitude * Math.PI) / 180)
  const plane = ([south, west]: Corner) => [(west - longitude) * width, (south - latitude) * degreeMeters] as const
  const distances = corners.map(([from, to]) => {
    const [[x, y], [toX, toY]] = [plane(from), plane(to)]
    const [dx, dy] = [toX - x, toY - y]
    const along = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy)))
    return Math.hypot(x + along * dx, y + along * dy)
  })
  return Math.min(...distances)
}
