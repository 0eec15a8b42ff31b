import { sql } from 'kysely'
import { dayMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * What the member of staff has given up since then by actions that stand: cancelled commissions less their credit, and lower rates, and undone
 * higher ones, by their estimate.
 */
export async function sumGivenUp(tx: Tx, { staffId, since }: { staffId: string; since: Date }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case action_type when 'cancel' then due_amount
      else greatest(0, (details ->> 'given_cents')::bigint) end), 0)::bigint as cents
    from moderation_actions action left join commissions on commissions.id = action.target_id
    where moderator_id = ${staffId} and target_type = 'commission' and action_type in ('cancel', 'rate_change', 'undo')
      and action.created_at > ${since}
      and not exists (select from moderation_actions undo where undo.undoes = action.id)`.execute(tx)
  return rows[0]?.cents ?? 0
}

/** What the difference of two rates would have taken off the centre's commissions of the last year. */
export async function estimateLowering(
  tx: Tx,
  { centerId, fromPercent, toPercent, now }: { centerId: string; fromPercent: number; toPercent: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select round(coalesce(sum(payment_amount), 0) * ${fromPercent - toPercent}::numeric / 100)::bigint as cents
    from commissions where center_id = ${centerId} and status <> 'cancelled'
      and created_at > ${new Date(now.getTime() - 365 * dayMs)}`.execute(tx)
  return rows[0]?.cents ?? 0
}

/** Whether the member of staff set this rate. */
export async function wasSetBy(tx: Tx, { rateId, staffId }: { rateId: string; staffId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_actions
    where target_type = 'commission' and action_type = 'rate_change' and details ->> 'rate_id' = ${rateId}
      and moderator_id = ${staffId}`.execute(tx)
  return rows.length > 0
}
