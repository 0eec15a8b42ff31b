import { type RawBuilder, sql } from 'kysely'
import { optInKinds } from '#contract/notifications.ts'
import { literals } from './postgres/lists.ts'

/** In SQL, whether notifications of the kind in this column are on while their user has switched nothing. */
export const isOnByDefault = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in ${literals(optInKinds)}`
