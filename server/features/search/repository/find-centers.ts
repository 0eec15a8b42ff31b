import { sql } from 'kysely'
import type { MapArea } from '#contract/map-area.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import type { CenterFilter, Tier } from '../search.types.ts'
import {
  and,
  chord,
  conditions,
  inCube,
  inRadius,
  isName,
  isOfOffers,
  matchesNames,
  relevance,
  tierOf,
  visible,
  weight,
} from './center-conditions.ts'
import { createLookUps } from './vocabulary.ts'
import { matchColumns, onlyRow, type Page, type SearchParams, type Walk, walkMatches } from './walk-matches.ts'

/** A search first walks this many centres in order, or sorts up to this many matches. */
const walkSteps = 3_000
export const maxListed = 1_001

const noFilter: CenterFilter = {
  words: [],
  likeness: undefined,
  specialties: [],
  within: [],
  outside: [],
  service: undefined,
  offer: undefined,
  covers: undefined,
  language: undefined,
  minRating: undefined,
  verifiedOn: undefined,
  free: undefined,
  area: undefined,
  box: undefined,
  centerId: undefined,
  whole: undefined,
  only: undefined,
  without: [],
}

/** A `total` that reaches `countedTo` means that many or more. */
type Found = { total: number; countedTo: number; centerIds: string[] }

const countedAll = { countedTo: maxListed }

/**
 * A page of ids of the centres that meet the filter, in order. The order `distance` needs an area. Frequent matches are found
 * by walking the order from its beginning, rare ones by their own indexes, so the cost does not grow with the number of centres.
 * No index has free times: with `filter.free`, only the first 12,000 centres of the order are examined.
 */
export async function findCenters(tx: Tx, params: SearchParams): Promise<Found> {
  const [, found] = await inOrder(tx, [configurePlanner(tx, params.filter), finderFor(params)(tx, params)])
  return { ...found, total: Math.min(found.total, found.countedTo) }
}

function finderFor({ filter, order }: SearchParams) {
  const { centerId, only, free } = filter
  if (centerId !== undefined) return findOne
  if (only) return findOnly
  if (free) return findFreeMatches
  if (isOfOffers(filter)) return findOfferMatches
  return order === 'any' ? findAny : findMatches
}

/** For each of these centres that belongs to a tier, the number of the first one. */
export async function rankByTier(
  tx: Tx,
  { tiers, centerIds }: { tiers: readonly Tier[]; centerIds: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; tier: number | null }>`
    select id, ${tierOf(tiers, sql`center_profiles.id`)} as tier from center_profiles
    where id = any(${centerIds}::uuid[])`.execute(tx)
  return new Map(rows.flatMap(({ id, tier }) => (tier === null ? [] : [[id, tier] as const])))
}

export async function areKnownWords(tx: Tx, { words }: Pick<CenterFilter, 'words'>): Promise<boolean> {
  const found = await sortMatches(tx, {
    filter: { ...noFilter, words },
    order: 'rating',
    page: { offset: 0, limit: 0 },
    countTo: 1,
    most: 1,
  })
  return found.total > 0
}

/** Whether the area has so few centres that a search in it can read all of them. */
export async function isSparse(tx: Tx, area: MapArea): Promise<boolean> {
  const most = walkSteps * 4
  const [, { rows }] = await inOrder(tx, [
    configurePlanner(tx, noFilter),
    sql<{ count: number }>`
      select count(*)::int as count
      from (select from center_profiles where ${visible} and ${inCube(area)} limit ${most + 1}) as centers`.execute(tx),
  ])
  return onlyRow(rows).count <= most
}

/**
 * Disables sequential scans: with a LIMIT they look cheap to the planner, even when the matches are at the table's end. A
 * statement is planned once for all values, because planning a search for free times takes half as long as running it; only
 * the plan for a kind of place depends on its values.
 */
async function configurePlanner(tx: Tx, { likeness = 1, offer }: CenterFilter): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('plan_cache_mode', ${offer?.place === undefined ? 'force_generic_plan' : 'auto'}, true),
      set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx)
}

async function findMatches(tx: Tx, params: SearchParams): Promise<Found> {
  const { countTo } = params
  // A word without a meanings meaning is usually part of a name, which few centres have.
  const isRare = params.filter.words.some(isName)
  const rare = isRare ? await sortFewMatches(tx, params) : undefined
  if (rare) return rare

  const first = await walkMatches(tx, { ...params, steps: walkSteps })
  // A longer walk that is likely to end early costs less than the indexes of the filter.
  const isFrequent = !first.isWhole && first.matching < countTo && first.matching * 4 > countTo
  const walk = isFrequent ? await walkMatches(tx, { ...params, steps: walkSteps * 4 }) : first
  if (walk.isWhole) return { ...countedAll, total: walk.matching, centerIds: walk.centerIds }
  const few = walk.matching < countTo && !isRare ? await sortFewMatches(tx, params) : undefined
  return few ?? findAmongMany(tx, { ...params, walk })
}

const findOne = (tx: Tx, params: SearchParams): Promise<Found> => sortMatches(tx, { ...params, most: 1 })

const findOnly = (tx: Tx, params: SearchParams): Promise<Found> => sortMatches(tx, { ...params, most: undefined })

/**
 * All matches, or the first `countTo` that are found: by the indexes of the filter, or else by rating. On a part of the map with
 * few centres, all of them are read, so that no corner of it stays empty.
 */
async function findAny(tx: Tx, params: SearchParams): Promise<Found> {
  const { filter, countTo } = params
  const isSparse = filter.box?.isSparse ?? false
  if (hasIndex(filter)) return sortMatches(tx, { ...params, most: isSparse ? undefined : countTo })
  for (const steps of isSparse ? [walkSteps * 4] : [walkSteps, walkSteps * 4]) {
    const { isWhole, matching, centerIds } = await walkMatches(tx, { ...params, steps })
    if (isWhole || matching >= countTo) return { ...countedAll, total: matching, centerIds }
  }
  return sortMatches(tx, { ...params, most: countTo })
}

/** No index has prices and professionals: of too many centres that meet the rest of the filter, only the first are examined. */
async function findOfferMatches(tx: Tx, params: SearchParams): Promise<Found> {
  const walk = await walkMatches(tx, { ...params, steps: walkSteps })
  if (isEnough(walk, params)) return foundBy(walk, params)
  const rest = { ...params, filter: { ...params.filter, offer: undefined }, page: { offset: 0, limit: 0 } }
  const isFew = hasIndex(params.filter) && (await sortFewMatches(tx, rest)) !== undefined
  if (isFew) return sortMatches(tx, { ...params, most: undefined })
  return foundBy(await walkMatches(tx, { ...params, steps: walkSteps * 4 }), params)
}

async function findFreeMatches(tx: Tx, params: SearchParams): Promise<Found> {
  const walk = await walkMatches(tx, { ...params, steps: walkSteps })
  return foundBy(isEnough(walk, params) ? walk : await walkMatches(tx, { ...params, steps: walkSteps * 4 }), params)
}

const isEnough = ({ isWhole, matching }: Walk, { countTo }: SearchParams) => isWhole || matching >= countTo

/** The matches of a walk, where the centres that it did not reach don't count. */
const foundBy = ({ isWhole, matching, centerIds }: Walk, { countTo }: SearchParams): Found => ({
  ...(isWhole || matching < countTo ? countedAll : { countedTo: countTo }),
  total: matching,
  centerIds,
})

/** Undefined when there are too many matches to sort. */
async function sortFewMatches(tx: Tx, params: SearchParams): Promise<Found | undefined> {
  const sorted = await sortMatches(tx, { ...params, most: walkSteps + 1 })
  return sorted.total <= walkSteps ? sorted : undefined
}

/** A page of too many matches to sort: from the walk, or else from a longer walk, or else from a full sort. */
async function findAmongMany(tx: Tx, { walk, ...params }: SearchParams & { walk: Walk }): Promise<Found> {
  const { page, countTo } = params
  const many = { total: countTo, countedTo: countTo }
  // A page beyond the total is empty.
  if (page.offset >= maxListed) return { ...many, centerIds: [] }
  if (isFull(walk, page)) return { ...many, centerIds: walk.centerIds }

  const longer = await walkMatches(tx, { ...params, steps: walkSteps * 4 })
  if (isFull(longer, page)) return { ...many, centerIds: longer.centerIds }
  // There are many matches, but none at the beginning of the order.
  return sortMatches(tx, { ...params, most: undefined })
}

const isFull = ({ isWhole, matching }: Walk, { offset, limit }: Page) => isWhole || offset + limit <= matching

/** Finds the matches by the indexes of the filter and sorts them. If it stops at `most` matches, their order is meaningless. */
async function sortMatches(
  tx: Tx,
  { filter, order, page, most }: SearchParams & { most: number | undefined },
): Promise<Found> {
  const sorted = {
    distance: sql`is_pin_exact desc, chord nulls last, weight desc, id`,
    rating: sql`weight desc, id`,
    relevance: sql`relevance desc, weight desc, id`,
    any: sql`weight desc, id`,
  }
  const { words, ...rest } = filter
  const [names, meanings] = [words.filter(isName), words.filter((word) => !isName(word))]
  const named = { ...noFilter, words: names, likeness: filter.likeness }
  const isRare = names.length > 0
  const lookUps = createLookUps()
  const found = isRare
    ? [...matchesNames(filter, lookUps), ...conditions(named, { id: sql`center_profiles.id`, lookUps })]
    : conditions(filter, { id: sql`center_profiles.id`, readBy: 'byIndex', lookUps })
  const others = isRare ? conditions({ ...rest, words: meanings }, { id: sql`named.id`, lookUps }) : []
  const { box } = filter
  const nearby = box && (box.isSparse || (order === 'any' && !hasIndex(filter))) ? [inCube(box)] : []
  // Offset 0 keeps the planner from using the indexes of the other conditions for centres that a name has already excluded.
  const { rows } = await sql<Omit<Found, 'countedTo'>>`
    with ${lookUps.ctes()} matches as materialized (
      select id, is_pin_exact, ${chord(filter)} as chord, ${weight} as weight, ${order === 'relevance' ? relevance(filter) : sql`0`} as relevance
      from (
        select ${matchColumns}, position from center_profiles where ${and([visible, ...found])}
        ${isRare ? sql`offset 0` : sql``}) as named
      where ${and([sql`true`, ...inRadius(filter), ...nearby, ...others])}
      limit ${most ?? null}::bigint)
    select (select count(*)::int from matches) as total,
      array(select id from matches order by ${sorted[order]} offset ${page.offset} limit ${page.limit}) as "centerIds"
  `.execute(tx)
  return { ...onlyRow(rows), ...countedAll }
}

const hasIndex = ({ words, specialties, service, covers, language }: CenterFilter) =>
  words.length > 0 || specialties.length > 0 || [service, covers, language].some((value) => value !== undefined)
