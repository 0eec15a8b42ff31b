import { sql } from 'kysely'
import type { Span } from '#server/platform/local-time.ts'

/** A span as the tstzrange of a query. */
export const range = ({ startsAt, endsAt }: Span) => sql<string>`tstzrange(${startsAt}, ${endsAt})`
