import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { wordsBeginning, wordsOfText, wordsSimilar } from './vocabulary.ts'

type Names = {
  centers: { label: string; centerId: string; detail: string }[]
  professionals: { label: string; centerId: string; professionalId: string; detail: string }[]
}

/** How many of the best rated centres are read before an index is used for rarer names. */
const bestRatedRead = 1_000
/** At most this many matches of an index are compared, because their texts also contain neighbourhoods and specialties. */
const maxCompared = 500
/** As in a search, this tolerates one extra, missing or swapped letter. */
const likeness = 0.45

/**
 * Centres and professionals whose names have, for each folded word, a word that begins with it, or with `fuzzy` a similar one.
 * Frequent words are found among the best rated centres and rare ones by an index, so the cost does not grow with their number.
 */
export async function listNamesLike(
  tx: Tx,
  { words, limit, fuzzy }: { words: readonly string[]; limit: number; fuzzy: boolean },
): Promise<Names> {
  const settings = sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx)
  if (fuzzy) {
    const [, names] = await inOrder(tx, [
      settings,
      readNames(tx, { source: withWords(words, wordsSimilar), words, limit, isLike: true }),
    ])
    return names
  }
  const [, common] = await inOrder(tx, [settings, readNames(tx, { source: bestRated, words, limit })])
  if (common.centers.length + common.professionals.length >= limit) return common
  return readNames(tx, { source: withWords(words, wordsBeginning), words, limit })
}

const columns = sql`id, center_name, neighborhood, department, offer_text, weighted_rating(rating, total_reviews) as weight`
const visible = sql`is_public and approved_at is not null`

const bestRated = sql`
  select ${columns} from center_profiles where ${visible}
  order by weighted_rating(rating, total_reviews) desc, id limit ${bestRatedRead}`

/** Centres whose own text or offer has one of the words that `wordsFor` finds for the longest typed word. */
function withWords(words: readonly string[], wordsFor: (word: string) => RawBuilder<unknown>) {
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  return sql`
    (select ${columns} from center_profiles where ${visible} and ${wordsOfText.search} && ${wordsFor(longest)} limit ${maxCompared})
    union
    (select ${columns} from center_profiles where ${visible} and ${wordsOfText.offer} && ${wordsFor(longest)} limit ${maxCompared})`
}

type NamesQuery = { source: RawBuilder<unknown>; words: readonly string[]; limit: number; isLike?: boolean }

async function readNames(tx: Tx, { source, words, limit, isLike = false }: NamesQuery): Promise<Names> {
  const matches = (name: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) =>
        isLike ? sql`${word} <% fold(${name})` : sql`' ' || fold(${name}) like '% ' || ${word} || '%'`,
      ),
      sql` and `,
    )
  const inOffer = sql.join(
    words.map((word) => (isLike ? sql`${word} <% offer_text` : sql`offer_text like '%' || ${word} || '%'`)),
    sql` and `,
  )
  const { rows } = await sql<Names>`
    with found as materialized (${source}),
    centers as (
      select id, center_name, coalesce(neighborhood, department) as detail from found
      where ${matches(sql`center_name`)} order by weight desc, id limit ${limit}),
    people as (
      select professionals.id, professionals.full_name, found.id as center_id, found.center_name from found
      join professionals on professionals.center_id = found.id and professionals.is_active
      where ${inOffer} and ${matches(sql`professionals.full_name`)}
      order by found.weight desc, professionals.id limit ${limit})
    select
      coalesce((select json_agg(json_build_object('label', center_name, 'centerId', id, 'detail', detail)) from centers), '[]') as centers,
      coalesce((select json_agg(json_build_object('label', full_name, 'centerId', center_id, 'professionalId', id, 'detail', center_name))
        from people), '[]') as professionals`.execute(tx)
  return rows[0] ?? { centers: [], professionals: [] }
}
