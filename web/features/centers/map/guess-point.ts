import { foldText } from '#contract/folded-text.ts'
import type { MapPlace, Point } from './base-map.ts'

/** The decimals of a pin's coordinates: accurate to about a metre. */
export const pinDecimals = 5

/** The default when nothing else is known: the Plaza Independencia. */
const montevideo: Point = { latitude: -34.9065, longitude: -56.1995 }

/** The best guess from an address: its neighbourhood or city, or else the first city of its department. */
export function guessPoint(
  places: readonly MapPlace[],
  { neighborhood, department }: { neighborhood: string; department: string },
): Point {
  const near = places.filter((place) => department === '' || foldText(place.department) === foldText(department))
  const inDepartment = department === '' ? undefined : near.find(({ kind }) => kind !== 'neighborhood')
  return near.find(({ name }) => foldText(name) === foldText(neighborhood)) ?? inDepartment ?? montevideo
}
