import type { CenterCard } from '#contract/center-search.ts'
import { approximatePlace } from '#contract/directions.ts'
import { formatDistance } from '#web/platform/formats.ts'

/** What a card says before an address: how far the centre is, or that its place is approximate; undefined for neither. */
export function placeNote({
  distanceMeters,
  pinPrecision,
}: Pick<CenterCard, 'distanceMeters' | 'pinPrecision'>): string | undefined {
  if (distanceMeters !== null) return distanceMeters < 50 ? 'a pasos' : `a ${formatDistance(distanceMeters)}`
  return pinPrecision === 'approximate' ? approximatePlace : undefined
}
