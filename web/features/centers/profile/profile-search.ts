import { idOf, instantOf, searchParser } from '#web/platform/search-params.ts'

/** What a search found at the centre, so that its profile keeps it. */
export const parseProfileSearch = searchParser({
  /** Id of the professional's service. */
  offer: idOf,
  /** Its next free time. */
  at: instantOf,
})
export type ProfileSearch = ReturnType<typeof parseProfileSearch>

/** The search of a profile that is opened from a card. */
export function foundOn({
  nextTimes,
}: {
  nextTimes: readonly { serviceId: string; startsAt: string }[]
}): ProfileSearch {
  const [next] = nextTimes
  return next ? { offer: next.serviceId, at: next.startsAt } : {}
}
