import { sql } from 'kysely'
import type { Span } from '#server/platform/local-time.ts'

export const range = ({ startsAt, endsAt }: Span) => sql<string>`tstzrange(${startsAt}, ${endsAt})`
