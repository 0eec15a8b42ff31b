import { type RawBuilder, sql } from 'kysely'
import { modalitiesOf } from '#contract/places.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { chordMeters, pointOf } from '../rules/distances.ts'
import type { CenterFilter, CenterOrder, SpecialtyNeed, WordNeed } from '../search.types.ts'

/** A search first reads this many centres in order, or sorts up to this many matches. */
const stretch = 3_000
/** A total below this is exact. */
export const totalCap = 1_001

type Page = { offset: number; limit: number }
type SearchParams = { filter: CenterFilter; order: CenterOrder; page: Page }
type Found = { total: number; centerIds: string[] }

/**
 * The centres that meet the filter, as a page of ids in order. `total` is counted up to 1,001. `distance` needs an area.
 *
 * Frequent matches, and every search in a small marketplace, are found by reading the beginning of the order. Rare matches are
 * found by their own indexes and sorted. Either way the cost does not grow with the number of centres.
 */
export async function findCenters(tx: Tx, params: SearchParams): Promise<Found> {
  const [, { total, centerIds }] = await Promise.all([configurePlanner(tx, params.filter), findMatches(tx, params)])
  return { total: Math.min(total, totalCap), centerIds }
}

/** A LIMIT makes a sequential scan look cheap, which is wrong when the matches are at the table's end. */
async function configurePlanner(tx: Tx, { likeness = 1 }: CenterFilter): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx)
}

async function findMatches(tx: Tx, params: SearchParams): Promise<Found> {
  // A word without a known meaning is mostly part of a name, which few centres have.
  const isRare = params.filter.words.some((word) => word.specialties === undefined)
  const rare = isRare ? await sortFewMatches(tx, params) : undefined
  if (rare) return rare

  const walk = await walkMatches(tx, { ...params, steps: stretch })
  if (walk.isWhole) return { total: walk.matching, centerIds: walk.centerIds }
  const few = walk.inOrder < totalCap && !isRare ? await sortFewMatches(tx, params) : undefined
  return few ?? findAmongMany(tx, { ...params, walk })
}

/** Undefined when there are too many matches to sort. */
async function sortFewMatches(tx: Tx, params: SearchParams): Promise<Found | undefined> {
  const sorted = await sortMatches(tx, { ...params, most: stretch + 1 })
  return sorted.total <= stretch ? sorted : undefined
}

/** A page of more matches than are sorted: from the walk, else from a longer one, else from a full sort. */
async function findAmongMany(tx: Tx, { walk, ...params }: SearchParams & { walk: Walk }): Promise<Found> {
  const { page } = params
  // No page exists beyond the total.
  if (page.offset >= totalCap) return { total: totalCap, centerIds: [] }
  if (isFull(walk, page)) return { total: totalCap, centerIds: walk.centerIds }

  const longer = await walkMatches(tx, { ...params, steps: stretch * 4 })
  if (isFull(longer, page)) return { total: totalCap, centerIds: longer.centerIds }
  // There are many matches, but none at the beginning of the order.
  return sortMatches(tx, { ...params, most: undefined })
}

type Walk = {
  /** Whether every centre was read. */
  isWhole: boolean
  matching: number
  /** The number of matches whose position no unread centre can change. */
  inOrder: number
  centerIds: string[]
}

const isFull = ({ isWhole, inOrder }: Walk, { offset, limit }: Page) => isWhole || offset + limit <= inOrder

/**
 * Reads the nearest or best rated centres and keeps the matches. It ignores relevance unless it reads all centres: it serves
 * texts with so many matches that relevance hardly distinguishes them.
 */
async function walkMatches(tx: Tx, { filter, order, page, steps }: SearchParams & { steps: number }): Promise<Walk> {
  const { area } = filter
  const isByDistance = order === 'distance' && area !== undefined
  const columns = sql`id, center_name, search_text, offer_text, specialties, services, modalities, rating, total_reviews,
    verified, compliance_status`
  // The radius is applied afterwards: the planner cannot estimate a box and would leave the index of the order.
  const ahead = isByDistance
    ? sql`select ${columns}, position <-> ${point(area)} as chord from center_profiles
        where ${visible} and position is not null order by position <-> ${point(area)}, id limit ${steps}`
    : sql`select ${columns}, ${area ? sql`coalesce(position <-> ${point(area)}, 0)` : sql`0::float8`} as chord
        from center_profiles where ${visible} order by ${weight} desc, id limit ${steps}`
  const unplaced = isByDistance
    ? sql`select ${columns}, null::float8 as chord from center_profiles
        where ${visible} and position is null order by ${weight} desc, id limit ${steps}`
    : sql`select * from ahead where false`
  const reach =
    area?.radiusMeters === undefined ? sql`'infinity'::float8` : sql`${chordMeters(area.radiusMeters)}::float8`
  const { rows } = await sql<Walk>`
    with ahead as materialized (${ahead}), unplaced as materialized (${unplaced}),
    seen as materialized (
      select (select count(*) < ${steps} ${isByDistance ? sql`or max(chord) > ${reach}` : sql``} from ahead) as ahead_whole,
        (select count(*) < ${steps} from unplaced) as unplaced_whole),
    matches as materialized (
      select id, chord, ${weight} as weight,
        case when (select ahead_whole and unplaced_whole from seen) then ${relevance(filter)} end as relevance
      from (select * from ahead where chord <= ${reach} union all select * from unplaced) as walked
      where ${and([sql`true`, ...conditions(filter, sql`walked.id`)])})
    select ahead_whole and unplaced_whole as "isWhole", (select count(*)::int from matches) as matching,
      (select count(*)::int from matches where chord is not null or ahead_whole) as "inOrder",
      array(
        select id from matches where chord is not null or ahead_whole
        order by ${isByDistance ? sql`chord nulls last,` : sql``} ${order === 'rating' ? sql`` : sql`relevance desc,`} weight desc, id
        offset ${page.offset} limit ${page.limit}) as "centerIds"
    from seen
  `.execute(tx)
  return onlyRow(rows)
}

/** Finds the matches by the indexes of the filter and sorts them. The order is meaningless when it stops at `most`. */
async function sortMatches(
  tx: Tx,
  { filter, order, page, most }: SearchParams & { most: number | undefined },
): Promise<Found> {
  const sorted = {
    distance: sql`chord nulls last, weight desc, id`,
    rating: sql`weight desc, id`,
    relevance: sql`relevance desc, weight desc, id`,
  }
  const { rows } = await sql<Found>`
    with matches as materialized (
      select id, ${chord(filter)} as chord, ${weight} as weight, ${relevance(filter)} as relevance
      from center_profiles where ${and([visible, ...inRadius(filter), ...conditions(filter, sql`center_profiles.id`)])}
      limit ${most ?? null}::bigint)
    select (select count(*)::int from matches) as total,
      array(select id from matches order by ${sorted[order]} offset ${page.offset} limit ${page.limit}) as "centerIds"
  `.execute(tx)
  return onlyRow(rows)
}

const visible = sql`is_public and approved_at is not null`
const weight = sql`weighted_rating(rating, total_reviews)`

const and = (parts: readonly RawBuilder<unknown>[]) => sql`${sql.join(parts, sql` and `)}`
const or = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` or `)})`

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a query that always has one row had none')
  return row
}

const point = (area: NonNullable<CenterFilter['area']>) => sql`cube(${pointOf(area)}::float8[])`

function chord({ area }: CenterFilter) {
  return area ? sql`position <-> ${point(area)}` : sql`null::float8`
}

function inRadius({ area }: CenterFilter) {
  if (area?.radiusMeters === undefined) return []
  return [sql`(position is null or position <-> ${point(area)} <= ${chordMeters(area.radiusMeters)}::float8)`]
}

function conditions(
  { words, likeness, specialties, service, place, minRating, verifiedOn }: CenterFilter,
  id: RawBuilder<unknown>,
) {
  return [
    ...words.map((word) => meetsWord(word, likeness)),
    ...specialties.map((need) => or(waysToMeet(need))),
    ...(service === undefined ? [] : [sql`services @> array[${service}]`]),
    ...(place === undefined ? [] : [attendsAt(place, id)]),
    ...(minRating === undefined ? [] : [sql`rating >= ${minRating}`]),
    ...(verifiedOn === undefined ? [] : [hasBadge(verifiedOn, id)]),
  ]
}

/** As hasBadge() of the centres decides for a row that was read. */
function hasBadge(day: string, id: RawBuilder<unknown>) {
  return sql`(verified and compliance_status = 'compliant' and not license_lapsed(${id}, services, ${day}::date))`
}

/** A professional who gives such a service attends there: another one at the centre doesn't help. */
function attendsAt({ kind, serviceTypes }: NonNullable<CenterFilter['place']>, id: RawBuilder<unknown>) {
  const modalities = sql`${modalitiesOf[kind]}::text[]`
  return sql`(modalities && ${modalities} and exists (
    select from services join professionals on professionals.id = services.professional_id
    where services.center_id = ${id} and services.is_active and professionals.is_active
      and professionals.modalities && ${modalities}
      and ${serviceTypes === undefined ? sql`true` : sql`services.service_type = any(${serviceTypes}::text[])`}))`
}

function waysToMeet({ services, terms }: SpecialtyNeed) {
  // The terms are our own plain words without special characters of patterns.
  const named = sql`search_text ~ ${`\\m(${terms.join('|')})`}`
  return services.length > 0 ? [sql`services && ${services}::text[]`, named] : [named]
}

/** The database's fold() also folds letters that JavaScript's does not, as in search_text. */
function contains({ text }: WordNeed, column = sql`search_text`) {
  // A trigram index finds fewer than three letters only at the beginning of a word.
  if ([...text].length < 3) {
    return or([sql`${column} like fold(${text}) || '%'`, sql`${column} like '% ' || fold(${text}) || '%'`])
  }
  return sql`${column} like '%' || fold(${text}) || '%'`
}

/** In names and specialties of professionals and names of services, only the beginnings of words count. */
function isOffered({ text }: WordNeed) {
  return sql`(offer_text like '%' || fold(${text}) || '%' and ' ' || offer_text like '% ' || fold(${text}) || '%')`
}

function meetsWord(word: WordNeed, likeness: number | undefined) {
  const named = [contains(word), isOffered(word)]
  if (word.specialties) return or([...named, ...waysToMeet(word.specialties)])
  // findCenters has set the threshold of <% to the likeness.
  if (likeness !== undefined) {
    return or([...named, sql`fold(${word.text}) <% search_text`, sql`fold(${word.text}) <% offer_text`])
  }
  return or(named)
}

/**
 * 4: the name has all of the words (search_text begins with it), or a professional or a service is called so. Else 2 when the centre's text has them, and 1 more when its
 * first specialty is what they mean. 0: it was found by their meaning, or despite an error.
 */
function relevance({ words, specialties }: CenterFilter) {
  const terms = [...words.flatMap((word) => word.specialties ?? []), ...specialties].flatMap((need) => need.terms)
  const isMainField = terms.length === 0 ? sql`false` : sql`fold(specialties[1]) ~ ${`\\m(${terms.join('|')})`}`
  const main = sql`case when ${isMainField} then 1 else 0 end`
  if (words.length === 0) return main
  const inName = words.map(({ text }) => sql`left(search_text, length(center_name)) like '%' || fold(${text}) || '%'`)
  const inText = words.map((word) => contains(word))
  // One word alone is in too many names of services.
  const phrase = words.length > 1 ? words.map(({ text }) => text).join(' ') : undefined
  const isCalled = phrase === undefined ? [] : [sql`' ' || offer_text like '% ' || fold(${phrase}) || '%'`]
  return sql`case when ${or([and(inName), ...isCalled])} then 4 when ${and(inText)} then 2 + ${main} else ${main} end`
}
