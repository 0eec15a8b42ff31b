import type { CenterCard } from '#contract/center-search.ts'
import { places } from '#contract/places.ts'
import { idOf, instantOf, searchParser } from '#web/platform/search-params.ts'

/** What a search found at the centre, so that its profile keeps it. */
export const parseProfileSearch = searchParser({
  /** Id of the professional's service. */
  offer: idOf,
  /** Its next free time. */
  at: instantOf,
  /** How it was asked to take place. */
  place: places,
})
export type ProfileSearch = ReturnType<typeof parseProfileSearch>

/** The search of a profile that is opened from a card. */
export function foundOn({
  nextTimes,
  offer,
}: {
  nextTimes: readonly { serviceId: string; startsAt: string }[]
  offer: CenterCard['offer']
}): ProfileSearch {
  const [next] = nextTimes
  return next ? { offer: next.serviceId, at: next.startsAt, ...(offer?.place && { place: offer.place }) } : {}
}
