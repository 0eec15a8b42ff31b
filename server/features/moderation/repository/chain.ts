import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/** The first row whose hash or number does not follow from the row before; undefined when there is none. */
export async function findBrokenLink(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from (
      select action.sequence, action.hash,
        moderation_action_hash(coalesce(lag(action.hash) over record, ''), action) as expected_hash,
        coalesce(lag(action.sequence) over record, 0) + 1 as expected_sequence
      from moderation_actions action window record as (order by action.sequence)
    ) as chain
    where hash <> expected_hash or sequence <> expected_sequence
    order by sequence limit 1`.execute(db)
  return rows[0] && Number(rows[0].sequence)
}

/** The number of rows, and whether the last one is the head of the record. */
export async function readHead(db: Db): Promise<{ count: number; isComplete: boolean }> {
  const { rows } = await sql<{ count: number; isComplete: boolean }>`
    select (select count(*) from moderation_actions)::int as count,
      exists (
        select from moderation_record_head head
        where head.sequence = 0 and not exists (select from moderation_actions)
          or exists (select from moderation_actions action
            where action.sequence = head.sequence and action.hash = head.hash
              and not exists (select from moderation_actions later where later.sequence > head.sequence))
      ) as "isComplete"`.execute(db)
  return rows[0] ?? { count: 0, isComplete: false }
}
