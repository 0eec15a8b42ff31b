import type { CenterSearch } from '#contract/center-search.ts'
import type { FreeTime } from '#server/features/appointments/usecases/list-free-times.ts'
import { cheapest } from './fitting-services.ts'

type Offer = { group: Parameters<typeof cheapest>[0]; times: readonly Pick<FreeTime, 'startsAt'>[] }

/**
 * Sorts by the price or next time that cards show, within each band of distances. Cards without one come last in their band, and
 * ties keep their order.
 */
export function sortByCard(
  centerIds: readonly string[],
  {
    offers,
    sort,
    bands,
  }: { offers: ReadonlyMap<string, Offer>; sort: CenterSearch['sort']; bands: ReadonlyMap<string, number> },
): readonly string[] {
  if (sort !== 'price' && sort !== 'nextTime') return centerIds
  const keyOf = (id: string): number => {
    const offer = offers.get(id)
    const key = sort === 'price' ? offer && cheapest(offer.group) : offer?.times[0]?.startsAt.getTime()
    return key ?? Number.POSITIVE_INFINITY
  }
  const keys = new Map(centerIds.map((id) => [id, keyOf(id)]))
  const compare = (a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY) => (a === b ? 0 : a - b)
  return centerIds.toSorted((a, b) => compare(bands.get(a), bands.get(b)) || compare(keys.get(a), keys.get(b)))
}
