import { zone } from '#contract/calendar.ts'
import type { CenterSearch, LeftOut, NearMiss } from '#contract/center-search.ts'
import { centersPerPage } from '#contract/search.ts'
import { mapCancelledShares } from '#server/features/appointments/repository/reliability.ts'
import { freeStartCondition, searchDays } from '#server/features/appointments/usecases/list-next-free-times.ts'
import { mapVisibleCenters } from '#server/features/centers/usecases/find-centers.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { mapDistanceBands } from '../repository/distance-bands.ts'
import { maxListed } from '../repository/find-centers.ts'
import { availabilityWindow } from '../rules/availability.ts'
import { sortByCard } from '../rules/card-order.ts'
import { offerNeedOf } from '../rules/care-filters.ts'
import { metersToCenter } from '../rules/distances.ts'
import { purposeNeed } from '../rules/fitting-services.ts'
import { explainResults } from '../rules/reasons.ts'
import { readWords } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, FreeNeed } from '../search.types.ts'
import { type CardOffer, findCardOffers, spreadTimes, timesPerCard } from './find-card-offers.ts'
import { countMatches, findWithFallbacks } from './find-with-fallbacks.ts'
import { readSearch } from './read-search.ts'
import type { UnderstoodSearch } from './understand-search.ts'
import { findDropping, wholeOf } from './widen-search.ts'

type Centers = Awaited<ReturnType<typeof mapVisibleCenters>>
type Found = {
  total: number
  countedTo: number
  totalAnyDay: number
  centerIds: string[]
  offers: ReadonlyMap<string, CardOffer>
  centers: Centers
  today: boolean
  /** Whether no match says that it attends the age that the text names. */
  isAgeUnsaid: boolean
  nearMiss: NearMiss | null
}

export async function searchCenters(platform: Platform, search: CenterSearch) {
  const page = search.page ?? 1
  const { understood, place, filter, now } = await readSearch(platform, search)
  const textSearch = understood.search
  const slice = { offset: (page - 1) * centersPerPage, limit: centersPerPage }
  const read = <Result>(run: (tx: Tx) => Promise<Result>) =>
    platform.db.transaction().setAccessMode('read only').execute(run)
  const { found, isFar, dropped } = await findDropping(
    { understood, filter },
    {
      find: (filterToTry, searchToTry) =>
        read((tx) => findToday(tx, { search: searchToTry, filter: filterToTry, slice, now }, findPage)),
      count: (params) => read((tx) => countMatches(tx, params)),
    },
  )
  const { centers, centerIds } = found
  const leftOut = [...listLeftOut({ understood, found, isFar }), ...dropped]
  const modality = dropped.includes('modality') ? undefined : textSearch.modality
  const explain = explainResults({
    needs: readWords(textSearch.q ?? ''),
    modality,
    ages: textSearch.ages,
  })
  const shares = search.service ? await mapCancelledShares(platform.db, { centerIds, now }) : undefined
  return {
    items: centerIds.flatMap((id) => {
      const center = centers.get(id)
      if (!center) return []
      const offer = found.offers.get(id)
      return {
        center,
        distanceMeters: metersToCenter(place, center),
        offer,
        cancelledShare: shares?.get(id) ?? null,
        reasons: explain(center, offer),
      }
    }),
    total: found.total,
    countedTo: found.countedTo,
    totalAnyDay: found.totalAnyDay,
    understood: understood.chips.filter(({ kind }) => !leftOut.some((left) => left === kind)),
    leftOut,
    modality: modality ?? null,
    nearMiss: found.nearMiss,
    anyTimeQ: understood.anyTimeQ,
    asksLocation: understood.asksLocation,
    lacking: understood.lacking,
    page,
    pages: Math.ceil(found.total / centersPerPage),
    today: found.today,
    place,
  }
}

type Result = { understood: UnderstoodSearch; found: Found; isFar: boolean }

function listLeftOut({ understood: { chips, search }, found, isFar }: Result): LeftOut[] {
  if (found.totalAnyDay === 0) return []
  const saysToday = search.when === 'todayOrLater' && chips.some(({ kind }) => kind === 'day')
  return [
    ...(found.isAgeUnsaid && chips.some(({ kind }) => kind === 'children') ? ['children' as const] : []),
    ...(saysToday && !found.today && found.total > 0 ? ['day' as const] : []),
    ...(isFar ? ['distance' as const] : []),
  ]
}

export type SearchParams = {
  search: CenterSearch
  filter: CenterFilter
  slice: { offset: number; limit: number }
  now: Date
  /** The order of the matches is not seen. */
  isUnordered?: true
}
type WindowedSearch = SearchParams & { window: ReturnType<typeof availabilityWindow> }

/** Finds centres for the day of the search. `todayOrLater`: today, or any day if no centre is free today. */
export async function findToday<Result extends { total: number; areNamedBusy: boolean }>(
  tx: Tx,
  params: SearchParams,
  find: (tx: Tx, windowed: WindowedSearch) => Promise<Result>,
): Promise<Result & { today: boolean }> {
  const { when, dayPart } = params.search
  const windowOf = (day: typeof when) => availabilityWindow({ when: day, dayPart, now: params.now, searchDays })
  if (when !== 'todayOrLater') {
    return { ...(await find(tx, { ...params, window: windowOf(when) })), today: when === 'today' }
  }
  const found = await find(tx, { ...params, window: windowOf('today') })
  // A centre that was asked for by name isn't left out because others are free today.
  if (found.total > 0 && !found.areNamedBusy) return { ...found, today: true }
  if (params.filter.whole) {
    const whole = { ...params, filter: wholeOf(params.filter), slice: { offset: 0, limit: 0 } }
    const { total, areNamedBusy } = await find(tx, { ...whole, window: windowOf('today') })
    if (total > 0 && !areNamedBusy) return { ...found, today: true }
  }
  return { ...(await find(tx, { ...params, window: windowOf(undefined) })), today: false }
}

async function findPage(tx: Tx, windowed: WindowedSearch): Promise<Omit<Found, 'today'> & { areNamedBusy: boolean }> {
  const { now, search, filter } = windowed
  const { cardQuery, offers: existing, ...found } = await findOrdered(tx, windowed)
  const { centerIds } = found
  const [centers, offers] = await inOrder(tx, [
    mapVisibleCenters(tx, { centerIds, now }),
    existing
      ? spreadTimes(tx, { ...cardQuery, offers: existing, centerIds, limit: timesPerCard })
      : findCardOffers(tx, { ...cardQuery, centerIds, limit: timesPerCard, isSpread: true }),
  ])
  return {
    ...found,
    centerIds:
      found.isTiered || isByPlace({ search, filter }) ? offeredFirst(centerIds, { ...found, offers }) : centerIds,
    offers,
    centers,
  }
}

/** Whether a way of attending is asked for, and no other order. */
const isByPlace = ({ search, filter }: Pick<SearchParams, 'search' | 'filter'>) =>
  search.modality !== undefined && search.sort === undefined && filter.area === undefined

/**
 * The results of a page whose card has an offer before those without: the text of a centre says what any of its professionals
 * treats, and not whether it is the one who attends online.
 */
function offeredFirst(
  centerIds: string[],
  { named, offers }: { named: readonly string[]; offers: ReadonlyMap<string, CardOffer> },
): string[] {
  const isFirst = (id: string) => named.includes(id) || offers.has(id)
  return [...centerIds.filter(isFirst), ...centerIds.filter((id) => !isFirst(id))]
}

/** The matches in order. `cardQuery`: the query of their cards. `offers`: the cards, if the order or the filter needed them. */
export async function findOrdered(tx: Tx, { search, filter, slice, now, isUnordered, window }: WindowedSearch) {
  // Free times are examined in the order of the list, so that both have the same centres.
  const order = isUnordered && !window ? 'any' : orderOf(search, filter)
  const cardQuery: CardQuery = {
    offer: offerNeedOf(search),
    need: search,
    limit: 1,
    now,
    ...(window && { window }),
  }
  const free = freeNeed({ search, filter, cardQuery, window })
  if (search.sort !== 'price' && search.sort !== 'nextTime' && (!window || free)) {
    const countTo = countFor(slice, free ? countSteps.free : countSteps.any)
    const found = await findWithFallbacks(tx, { search, filter, free, order, slice, countTo })
    return { ...found, cardQuery, offers: undefined }
  }
  // This order or filter needs the cards of the first 1,001 matches.
  const matches = await findWithFallbacks(tx, {
    search,
    filter,
    free: undefined,
    order,
    slice: { offset: 0, limit: maxListed },
    countTo: maxListed,
  })
  const offers = await findCardOffers(tx, { ...cardQuery, centerIds: matches.centerIds })
  const available = matches.centerIds.filter((id) => !window || (offers.get(id)?.times.length ?? 0) > 0)
  const bands = await mapDistanceBands(tx, { filter, centerIds: available })
  const sorted = sortByCard(available, { offers, sort: search.sort, bands })
  const centerIds = sorted.slice(slice.offset, slice.offset + slice.limit)
  return {
    total: window ? available.length : matches.total,
    totalAnyDay: matches.total,
    countedTo: maxListed,
    centerIds,
    cardQuery,
    offers,
    isAgeUnsaid: matches.isAgeUnsaid,
    nearMiss: matches.nearMiss,
    named: matches.named,
    isTiered: false,
    areNamedBusy: matches.named.length > 0 && !matches.named.some((id) => available.includes(id)),
  }
}

/** Counting is the most expensive part of a search, so matches are counted in such steps, to the next one beyond the page. */
const countSteps = { any: 200, free: 100 }

function countFor({ offset, limit }: SearchParams['slice'], step: number): number {
  const steps = Math.floor((offset + limit) / step) + 1
  return Math.min(maxListed, steps * step + 1)
}

/** The order of the matches. `price` and `nextTime` sort the cards of the first matches afterwards. */
function orderOf({ sort }: CenterSearch, { area }: CenterFilter): CenterOrder {
  if (sort === 'rating') return 'rating'
  return area ? 'distance' : 'relevance'
}

type CardQuery = Omit<Parameters<typeof findCardOffers>[1], 'centerIds'>
type FreeRequest = {
  search: CenterSearch
  filter: CenterFilter
  cardQuery: CardQuery
  window: WindowedSearch['window']
}

/** What the database needs to find centres with a free time. Undefined if only their cards can decide it. */
function freeNeed({ search, filter, cardQuery, window }: FreeRequest): FreeNeed | undefined {
  // A word may be a professional's name, which limits the card to their times.
  if (!window || filter.words.some((word) => word.specialties === undefined)) return undefined
  const { offer, now } = cardQuery
  const hasFreeStart = freeStartCondition({ window, now })
  if (!hasFreeStart) return undefined
  return { hasFreeStart, offer, purposes: purposeNeed(search), day: localDay({ instant: now, zone }) }
}
