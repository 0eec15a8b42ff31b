import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { chordMeters } from '../rules/distances.ts'
import type { CenterFilter, CenterOrder } from '../search.types.ts'
import { and, conditions, inCube, point, relevance, visible, weight } from './center-conditions.ts'
import { createLookUps } from './vocabulary.ts'

export type Page = { offset: number; limit: number }
/** A total below `countTo` is exact. `countTo` is more than the page needs. */
export type SearchParams = { filter: CenterFilter; order: CenterOrder; page: Page; countTo: number }

export type Walk = {
  /** Whether no other centre can match. */
  isWhole: boolean
  /** The number of matches. No unread centre can change their order. */
  matching: number
  centerIds: string[]
}

export const matchColumns = sql`id, neighborhood, department, latitude, longitude, is_pin_exact, center_name, search_text, offer_text, profile_words, specialties, services, modalities, covers, language_keys, rating, total_reviews,
  verified, compliance_status, confirms_manually`

/**
 * Reads at most `steps` centres, the nearest or best rated first, and returns the matches. It ends early once it has enough of
 * them. It orders by relevance only if it reads all centres, because relevance hardly distinguishes so many matches.
 */
export async function walkMatches(
  tx: Tx,
  { filter, order, page, countTo, steps }: SearchParams & { steps: number },
): Promise<Walk> {
  const { area, box } = filter
  const isByDistance = order === 'distance' && area !== undefined
  // By distance, the index of positions serves a box of any size. By another order, the centres of the box must be sorted.
  const read = box && (isByDistance || box.isSparse) ? and([visible, inCube(box)]) : visible
  const reach =
    area?.radiusMeters === undefined ? sql`'infinity'::float8` : sql`${chordMeters(area.radiusMeters)}::float8`
  // One more than the steps: this centre is not examined, but shows that the walk is not whole.
  const most = steps + 1
  // The radius is applied afterwards: the planner cannot estimate a box and would leave the index of the order.
  const ahead = isByDistance
    ? sql`select ${matchColumns}, position <-> ${point(area)} as chord from center_profiles
        where ${read} and is_pin_exact order by position <-> ${point(area)} limit ${most}`
    : sql`select ${matchColumns}, ${area ? sql`coalesce(position <-> ${point(area)}, 0)` : sql`0::float8`} as chord
        from center_profiles where ${read} order by ${weight} desc, id limit ${most}`
  // Many have the same position, that of their neighbourhood.
  const approximate =
    isByDistance &&
    sql`select ${matchColumns}, position <-> ${point(area)} as chord from center_profiles
      where ${read} and not is_pin_exact and position is not null
      order by position <-> ${point(area)}, ${weight} desc, id limit ${most}`
  const unplaced =
    isByDistance &&
    box === undefined &&
    sql`select ${matchColumns}, null::float8 as chord from center_profiles
      where ${visible} and position is null order by ${weight} desc, id limit ${most}`
  const hasRelevance =
    (order === 'distance' || order === 'relevance') && (filter.words.length > 0 || filter.specialties.length > 0)
  // An order by relevance needs all matches.
  const ends = order === 'relevance' && hasRelevance ? null : Math.max(countTo, page.offset + page.limit)
  const lookUps = createLookUps()
  const isMatching = and([sql`true`, ...conditions(filter, { id: sql`walked.id`, lookUps })])
  // The last step counts only when the next match could be within reach.
  const selectMatches = (
    from: typeof ahead,
    { isNear, lastStepIsNear }: { isNear: typeof ahead; lastStepIsNear: typeof ahead },
  ) => sql`
    select id, chord, step, ${weight} as weight, is_pin_exact
    from (select *, row_number() over () as step from (${from}) as centers) as walked
    where case when step = ${most}::bigint then ${lastStepIsNear} else ${isNear} and ${isMatching} end`
  const isWhole = sql`coalesce(bool_and(step < ${most}::bigint), true) and count(*) < coalesce(${ends}::bigint, count(*) + 1)`
  const isNear = sql`chord <= ${reach}`
  const always = sql`true`
  const none = sql`select * from placed where false`
  // Centres with an exact pin, then those with an approximate one, then those without: each only once all before it are read.
  const { rows } = await sql<Walk>`
    with ${lookUps.ctes()} placed as materialized (${selectMatches(ahead, { isNear, lastStepIsNear: isByDistance ? isNear : always })} limit ${ends}::bigint),
    ahead as materialized (select ${isWhole} as whole from placed),
    approximate as materialized (${
      approximate
        ? sql`${selectMatches(approximate, { isNear, lastStepIsNear: isNear })} and (select whole from ahead) limit ${ends}::bigint`
        : none
    }),
    located as materialized (
      select ahead.whole and (select ${isWhole} from approximate) as whole from ahead),
    unplaced as materialized (${
      unplaced
        ? sql`${selectMatches(unplaced, { isNear: always, lastStepIsNear: always })} and (select whole from located) limit ${ends}::bigint`
        : none
    }),
    seen as materialized (
      select located.whole and (select coalesce(bool_and(step < ${most}::bigint), true) from unplaced) as whole
      from located),
    matches as materialized (
      select *, ${
        hasRelevance
          ? sql`case when (select whole from seen) then (
              select ${relevance(filter)} from center_profiles where center_profiles.id = found.id) end`
          : sql`0`
      } as relevance
      from (select * from placed union all select * from approximate union all select * from unplaced) as found
      where step < ${most}::bigint)
    select whole as "isWhole", (select count(*)::int from matches) as matching,
      array(
        select id from matches
        order by ${isByDistance ? sql`is_pin_exact desc, chord nulls last,` : sql``}
          relevance desc, weight desc, id
        offset ${page.offset} limit ${page.limit}) as "centerIds"
    from seen
  `.execute(tx)
  return onlyRow(rows)
}

export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a query that always returns one row returned none')
  return row
}
