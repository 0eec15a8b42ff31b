import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** The words of a centre's texts, as in the index center_profiles_words. */
export const wordsOfText = {
  search: sql`string_to_array(search_text, ' ')`,
  offer: sql`string_to_array(offer_text, ' ')`,
}

/** A misspelt word matches at most this many words: the closest one, and those that are nearly as close. */
const mostSimilar = 12
const nearly = 0.05

/** A typed word as the database folds it, which also folds letters that JavaScript does not. As a subquery it runs once. */
export const folded = (text: string) => sql`(select fold(${text}))`

const wordsLike = (condition: RawBuilder<unknown>) =>
  sql`(select array(select word from search_vocabulary where ${condition}))`

/** An array of all words of the centres' texts that contain this text. */
export const wordsContaining = (text: string) => wordsLike(sql`word like '%' || ${folded(text)} || '%'`)

export const wordsBeginning = (text: string) => wordsLike(sql`word like ${folded(text)} || '%'`)

/** The first word of each term, because a term may have several. */
function wordsBeginningWithTerms(terms: readonly string[]) {
  const beginnings = [...new Set(terms.map((term) => term.split(' ')[0]))]
  return wordsLike(sql`word ~ ${`\\m(${beginnings.join('|')})`}`)
}

/** The closest words that are at least as similar as the transaction's threshold of <%. */
export const wordsSimilar = (text: string) => sql`(select array(
  select word
  from (
    select word, likeness, max(likeness) over () as most
    from (
      select word, word_similarity(${folded(text)}, word) as likeness
      from search_vocabulary where ${folded(text)} <% word) as alike
    order by likeness desc, word limit ${mostSimilar}) as closest
  where likeness > most - ${nearly}::float8))`

export type LookUps = ReturnType<typeof createLookUps>

/** The look-ups of one statement: each is a CTE, which runs once however many conditions need it. */
export function createLookUps() {
  const known = new Map<string, { name: string; words: RawBuilder<unknown> }>()
  const once = (key: string, words: RawBuilder<unknown>) => {
    const name = known.get(key)?.name ?? `vocabulary_${known.size}`
    known.set(key, { name, words })
    return sql`(select words from ${sql.ref(name)})`
  }
  return {
    containing: (text: string) => once(`containing ${text}`, wordsContaining(text)),
    beginning: (text: string) => once(`beginning ${text}`, wordsBeginning(text)),
    beginningWithTerms: (terms: readonly string[]) => once(`terms ${terms.join()}`, wordsBeginningWithTerms(terms)),
    similar: (text: string) => once(`similar ${text}`, wordsSimilar(text)),
    /** Each with a comma after it. Call it after the conditions are made. */
    ctes: () =>
      [...known.values()].reduce(
        (all, { name, words }) => sql`${all} ${sql.ref(name)} as materialized (select ${words} as words),`,
        sql``,
      ),
  }
}

const isUnused = sql<boolean>`
  not exists (select from center_profiles where ${wordsOfText.search} @> array[word])
  and not exists (select from center_profiles where ${wordsOfText.offer} @> array[word])`

/** For `exists`, the planner expects a sequential scan to find a row soon; a word without centres would read the whole table. */
async function avoidWholeScans(tx: Tx): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/** The next words of the vocabulary in alphabetical order, and those of them that no centre has. */
export async function listWords(tx: Tx, { after, limit }: { after: string; limit: number }) {
  await avoidWholeScans(tx)
  const { rows } = await sql<{ word: string; isUnused: boolean }>`
    select word, ${isUnused} as "isUnused"
    from (select word from search_vocabulary where word > ${after} order by word limit ${limit}) as next`.execute(tx)
  return rows
}

/** Deletes the words that no centre has. A transaction that gives a centre such a word waits for this one, and adds the word again. */
export async function deleteUnusedWords(tx: Tx, { words }: { words: readonly string[] }): Promise<void> {
  await avoidWholeScans(tx)
  await sql`select from search_vocabulary where word = any(${words}::text[]) order by word for update`.execute(tx)
  // A statement of its own, which sees the centres that had a word before it was locked.
  await sql`delete from search_vocabulary where word = any(${words}::text[]) and ${isUnused}`.execute(tx)
}
