import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

type Names = {
  /** Folded words that may be part of a name. */
  names: readonly string[]
  /** All folded words of the typed text. */
  words: readonly string[]
}

/** The names among these that a professional or a service has; all of them where a centre's name contains every typed word. */
export async function findNames(tx: Tx, { names, words }: Names): Promise<Set<string>> {
  const inName = sql.join(
    words.map(
      (word) =>
        sql`search_text like '%' || ${word} || '%' and left(search_text, length(center_name)) like '%' || ${word} || '%'`,
    ),
    sql` and `,
  )
  const [, { rows }] = await Promise.all([
    sql`select set_config('enable_seqscan', 'off', true)`.execute(tx),
    sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name
      where exists (select from center_profiles where is_public and approved_at is not null and ${inName})
        or exists (select from center_profiles where is_public and approved_at is not null
          and offer_text like '%' || name || '%' and ' ' || offer_text like '% ' || name || '%')`.execute(tx),
  ])
  return new Set(rows.map(({ name }) => name))
}
