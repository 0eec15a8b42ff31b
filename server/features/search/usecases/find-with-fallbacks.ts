import type { CenterSearch, NearMiss } from '#contract/center-search.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isName } from '../repository/center-conditions.ts'
import { findCenters, maxListed } from '../repository/find-centers.ts'
import { listNames } from '../repository/find-names.ts'
import { nameReadings, rankNames } from '../rules/exact-names.ts'
import type { CenterFilter, CenterOrder, FreeNeed, Tier } from '../search.types.ts'
import { findInTiers } from './find-in-tiers.ts'
import { type Attempt, attempts, type Names, readTyped } from './search-attempts.ts'
import { wholeOf } from './widen-search.ts'

/** So many centres of one name come first. */
const mostNamed = 100

type FallbackSearch = {
  search: CenterSearch
  filter: CenterFilter
  free: FreeNeed | undefined
  order: CenterOrder
  slice: { offset: number; limit: number }
  countTo: number
}

type Found = Awaited<ReturnType<typeof findCenters>> & {
  /** Includes centres without a free time. */
  totalAnyDay: number
  /** Whether the tiers ask for an age, and no match says that it attends it. */
  isAgeUnsaid: boolean
  /** Whether the centres that treat just this come first, wherever they are. */
  isTiered: boolean
  /** What was typed and not found, where the matches only resemble it or have the rest of it. */
  nearMiss: NearMiss | null
}

/**
 * The centres that the text names, and after them the matches of the words. `named`: those of the first ones that meet the
 * filter; `areNamedBusy`: whether some do, and none of them has a free time.
 */
export async function findWithFallbacks(tx: Tx, params: FallbackSearch) {
  const { search, filter, slice } = params
  // A text without a letter or digit matches no centre, rather than all.
  if (search.q && filter.words.length === 0) return { ...noMatches, named: [], areNamedBusy: false }
  const names = await readNames(tx, { q: search.q ?? '', filter })
  const { ids: named, areBusy } = search.sort === undefined ? await findNamed(tx, { ...params, ...names }) : noneNamed
  const shown = named.slice(slice.offset, slice.offset + slice.limit)
  const rest = await findOthers(tx, {
    ...params,
    isNamed: named.length > 0 || areBusy,
    names,
    filter: { ...filter, without: named },
    slice: { offset: Math.max(0, slice.offset - named.length), limit: slice.limit - shown.length },
  })
  return {
    ...rest,
    total: Math.min(named.length + rest.total, rest.countedTo),
    totalAnyDay: Math.min(named.length + rest.totalAnyDay, rest.countedTo),
    centerIds: [...shown, ...rest.centerIds],
    named,
    areNamedBusy: areBusy,
  }
}

/** How many centres have what was typed and meet the filter, on any day; up to `countTo`. */
export async function countMatches(
  tx: Tx,
  params: Pick<FallbackSearch, 'search' | 'filter' | 'countTo'>,
): Promise<number> {
  const slice = { offset: 0, limit: 0 }
  return (await findWithFallbacks(tx, { ...params, free: undefined, order: 'any', slice })).totalAnyDay
}

type OtherSearch = FallbackSearch & { isNamed: boolean; names: Names }

async function readNames(tx: Tx, { q, filter }: { q: string; filter: CenterFilter }): Promise<Names> {
  const readings = filter.words.some(isName) ? nameReadings(q) : []
  const words = readings.at(-1)
  return { readings, ranks: words ? rankNames(await listNames(tx, { words }), readings) : new Map() }
}

const noneNamed = { ids: [], areBusy: false }

/** The named centres that meet the rest of the filter, in the order of their ranks. */
async function findNamed(
  tx: Tx,
  { filter, search, free, order, ranks }: FallbackSearch & Names,
): Promise<{ ids: string[]; areBusy: boolean }> {
  if (ranks.size === 0) return noneNamed
  const only = [...ranks].toSorted(([, one], [, other]) => one - other).map(([id]) => id)
  const { area } = filter
  const named = {
    ...filter,
    words: [],
    only: only.slice(0, mostNamed),
    // Only a radius that the visitor chose leaves out a centre that was asked for by name.
    area: area && search.radiusKm === undefined ? { ...area, radiusMeters: undefined } : area,
  }
  const find = (withFree: FreeNeed | undefined) =>
    findCenters(tx, {
      filter: { ...named, free: withFree },
      order,
      page: { offset: 0, limit: mostNamed },
      countTo: mostNamed,
    })
  const { centerIds } = await find(free)
  const ids = centerIds.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  return { ids, areBusy: ids.length === 0 && free !== undefined && (await find(undefined)).total > 0 }
}

/**
 * Finds the matches of the words, those that treat just this need first; or else of the meaning of the whole text, or else of
 * similar names. For a text that names a centre, it only finds the matches of the words.
 */
async function findOthers(tx: Tx, params: OtherSearch): Promise<Found> {
  const { search, order, isNamed } = params
  // An order that the visitor chose stays as chosen, and on a map none is seen.
  const hasTiers = search.sort === undefined && order !== 'any'
  const reading = readTyped(params)
  let missed: CenterFilter | undefined
  for (const { isFor, make } of attempts) {
    const attempt = isFor(reading) ? await make(tx, reading) : undefined
    if (!attempt || attempt.filter === missed) continue
    const found = await findAttempt(tx, { ...params, attempt, tiers: hasTiers ? attempt.tiers : [] })
    if (found.totalAnyDay === 0) {
      if (await isFoundElsewhere(tx, attempt)) return { ...found, nearMiss: null }
      missed = attempt.orAny
      continue
    }
    return { ...found, nearMiss: isNamed ? null : ((await attempt.nearMiss?.()) ?? null) }
  }
  return noMatches
}

/** Whether the whole search has matches of the attempt, where the part of it that is read has none. */
async function isFoundElsewhere(tx: Tx, { filter, orAny }: Attempt): Promise<boolean> {
  if (!filter.whole) return false
  const page = { offset: 0, limit: 0 }
  const found = await findCenters(tx, { filter: wholeOf(orAny ?? filter), order: 'any', page, countTo: 1 })
  return found.total > 0
}

type Tried = FallbackSearch & { attempt: Attempt; tiers: readonly Tier[] }

async function findAttempt(tx: Tx, { attempt, tiers, ...params }: Tried): Promise<Omit<Found, 'nearMiss'>> {
  const { filter, orAny } = attempt
  const { free, order, slice, countTo } = params
  // Without an order, the centres that meet all of the needs are simply among the others.
  const first =
    orAny && order !== 'any'
      ? await findCenters(tx, {
          filter: { ...filter, free },
          order,
          page: { offset: 0, limit: mostNamed },
          countTo: mostNamed,
        })
      : { total: 0, centerIds: [] }
  // With so many centres for all of the needs, the others aren't needed.
  const hasMany = first.total >= mostNamed
  const listed = orAny && !hasMany ? { ...orAny, without: [...orAny.without, ...first.centerIds] } : filter
  const before = hasMany ? [] : first.centerIds
  const shown = before.slice(slice.offset, slice.offset + slice.limit)
  const rest = await findInTiers(tx, {
    filter: listed,
    tiers,
    free,
    order,
    slice: { offset: Math.max(0, slice.offset - before.length), limit: slice.limit - shown.length },
    countTo,
  })
  const found = {
    total: Math.min(before.length + rest.total, rest.countedTo),
    countedTo: rest.countedTo,
    centerIds: [...shown, ...rest.centerIds],
    isAgeUnsaid: rest.isAgeUnsaid,
    isTiered: tiers.length > 0 && order !== 'distance',
  }
  const isCounted = !free || found.total >= found.countedTo
  return { ...found, totalAnyDay: isCounted ? found.total : await countAnyDay(tx, { filter: orAny ?? filter, order }) }
}

async function countAnyDay(tx: Tx, { filter, order }: Pick<FallbackSearch, 'filter' | 'order'>): Promise<number> {
  return (await findCenters(tx, { filter, order, page: { offset: 0, limit: 0 }, countTo: maxListed })).total
}

const noMatches: Found = {
  total: 0,
  countedTo: maxListed,
  totalAnyDay: 0,
  centerIds: [],
  isAgeUnsaid: false,
  isTiered: false,
  nearMiss: null,
}
