import { type RawBuilder, sql } from 'kysely'

/**
 * The alphabetical order of Spanish, for names that people read: accents and capitals do not separate a name from its
 * neighbours, and ñ follows n. A condition that continues such a list needs it, too.
 */
export function alphabetical(name: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${typeof name === 'string' ? sql.ref(name) : name} collate "es-x-icu"`
}
