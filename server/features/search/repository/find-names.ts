import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { wordsContaining, wordsOfText } from './vocabulary.ts'

type Names = {
  /** Folded words that may be part of a name. */
  names: readonly string[]
  /** All words of the typed text; they are folded. */
  words: readonly string[]
}

/**
 * The names among these that a professional or a service has. If a centre's name contains every typed word, all of
 * them.
 */
export async function findNames(tx: Tx, { names, words }: Names): Promise<Set<string>> {
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const inName = sql.join(
    words.map((word) => sql`left(search_text, length(center_name)) like '%' || ${word} || '%'`),
    sql` and `,
  )
  const [, { rows }] = await inOrder(tx, [
    sql`select set_config('enable_seqscan', 'off', true)`.execute(tx),
    sql<{ name: string }>`
      select name
      from (
        select name, array(select word from search_vocabulary where word like split_part(name, ' ', 1) || '%') as words
        from unnest(${names}::text[]) as name offset 0) as typed
      where exists (
          select from center_profiles where is_public and approved_at is not null
            and ${wordsOfText.search} && ${wordsContaining(longest)} and ${inName})
        or exists (
          select from center_profiles where is_public and approved_at is not null
            and ${wordsOfText.offer} && typed.words and ' ' || offer_text like '% ' || name || '%')`.execute(tx),
  ])
  return new Set(rows.map(({ name }) => name))
}
