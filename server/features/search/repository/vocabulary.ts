import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { closestWords, mostEdits } from '../rules/misspellings.ts'

/** The words of a centre's texts, as in the index center_profiles_words. */
export const wordsOfText = {
  search: sql`string_to_array(search_text, ' ')`,
  offer: sql`string_to_array(offer_text, ' ')`,
}

/** A misspelt word matches at most this many words: the closest one, and those that are likenessMargin as close. */
const maxSimilar = 12
const likenessMargin = 0.05

/** A typed word as the database folds it: it also folds letters that JavaScript does not. The subquery runs once. */
export const folded = (text: string) => sql`(select fold(${text}))`

const wordsLike = (condition: RawBuilder<unknown>) =>
  sql`(select array(select word from search_vocabulary where ${condition}))`

/** An array of the words of the centres' texts that contain this text. */
export const wordsContaining = (text: string) => wordsLike(sql`word like '%' || ${folded(text)} || '%'`)

export const wordsBeginning = (text: string) => wordsLike(sql`word like ${folded(text)} || '%'`)

/** The words of centres' texts that are this one, also beside a comma or a bracket. */
export const wordsEqual = (text: string) =>
  wordsLike(sql`word like '%' || ${folded(text)} || '%' and word ~ ('\\m' || ${folded(text)} || '\\M')`)

/** The first word of each term, because a term may have several. */
function wordsBeginningWithTerms(terms: readonly string[]) {
  const beginnings = [...new Set(terms.map((term) => term.split(' ')[0]))]
  return wordsLike(sql`word ~ ${`\\m(${beginnings.join('|')})`}`)
}

/** The texts among these that some word contains or, with `how: 'beginning'`, begins with. */
export async function listKnownTexts(
  tx: Tx,
  { texts, how }: { texts: readonly string[]; how: 'containing' | 'beginning' },
): Promise<string[]> {
  if (texts.length === 0) return []
  const before = how === 'containing' ? '%' : ''
  const { rows } = await sql<{ text: string }>`
    select text from unnest(${texts}::text[]) as typed (text)
    where exists (select from search_vocabulary where word like ${before} || fold(text) || '%')`.execute(tx)
  return rows.map(({ text }) => text)
}

/** The closest of the words that are similar enough for the transaction's threshold of `<%`, and about as long. */
export const wordsSimilar = (text: string) => sql`(select array(
  select word
  from (
    select word, likeness, max(likeness) over () as most
    from (
      select word, word_similarity(${folded(text)}, word) as likeness
      from search_vocabulary
      where ${folded(text)} <% word and length(word) <= length(${folded(text)}) * 1.2 + 2) as alike
    order by likeness desc, word limit ${maxSimilar}) as closest
  where likeness > most - ${likenessMargin}::float8))`

/** The words of centres' texts that each folded text may be a misspelling of: the closest ones with few letters apart. */
export async function mapSimilarWords(
  tx: Tx,
  { texts, likeness }: { texts: readonly string[]; likeness: number },
): Promise<Map<string, string[]>> {
  const fuzzy = texts.filter((text) => mostEdits(text) > 0)
  if (fuzzy.length === 0) return new Map()
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx)
  const { rows } = await sql<{ text: string; words: string[] }>`
    select text, array(
      select word from search_vocabulary
      where typed.text <% word and length(word) <= length(typed.text) + 4
      order by word_similarity(typed.text, word) desc, word limit ${maxSimilar * 3}) as words
    from unnest(${fuzzy}::text[]) as typed (text)`.execute(tx)
  return new Map(rows.map(({ text, words }) => [text, closestWords(text, words).slice(0, maxSimilar)]))
}

export type LookUps = ReturnType<typeof createLookUps>

/** The look-ups of a statement. Each is a CTE, so that it runs once for all conditions that use it. */
export function createLookUps() {
  const lookUps = new Map<string, { name: string; words: RawBuilder<unknown> }>()
  const lookUp = (key: string, words: RawBuilder<unknown>) => {
    const name = lookUps.get(key)?.name ?? `vocabulary_${lookUps.size}`
    lookUps.set(key, { name, words })
    return sql`(select words from ${sql.ref(name)})`
  }
  return {
    containing: (text: string) => lookUp(`containing ${text}`, wordsContaining(text)),
    beginning: (text: string) => lookUp(`beginning ${text}`, wordsBeginning(text)),
    beginningWithTerms: (terms: readonly string[]) => lookUp(`terms ${terms.join()}`, wordsBeginningWithTerms(terms)),
    whole: (text: string) => lookUp(`whole ${text}`, wordsEqual(text)),
    /** The CTEs, each with a comma after it. Call it after creating the conditions. */
    ctes: () =>
      [...lookUps.values()].reduce(
        (all, { name, words }) => sql`${all} ${sql.ref(name)} as materialized (select ${words} as words),`,
        sql``,
      ),
  }
}

const isUnused = sql<boolean>`
  not exists (select from center_profiles where ${wordsOfText.search} @> array[word])
  and not exists (select from center_profiles where ${wordsOfText.offer} @> array[word])`

/** For `exists`, the planner expects a sequential scan to find a row soon, but for an unused word it would read the whole table. */
async function disableSequentialScans(tx: Tx): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/** The next words of the vocabulary in alphabetical order, each with whether any centre has it. */
export async function listWords(tx: Tx, { after, limit }: { after: string; limit: number }) {
  await disableSequentialScans(tx)
  const { rows } = await sql<{ word: string; isUnused: boolean }>`
    select word, ${isUnused} as "isUnused"
    from (select word from search_vocabulary where word > ${after} order by word limit ${limit}) as next`.execute(tx)
  return rows
}

/** Deletes unused words. A transaction that gives one of them to a centre waits for this one, and then adds the word again. */
export async function deleteUnusedWords(tx: Tx, { words }: { words: readonly string[] }): Promise<void> {
  await disableSequentialScans(tx)
  await sql`select from search_vocabulary where word = any(${words}::text[]) order by word for update`.execute(tx)
  // A separate statement, so that it sees the centres that got a word before the lock.
  await sql`delete from search_vocabulary where word = any(${words}::text[]) and ${isUnused}`.execute(tx)
}
