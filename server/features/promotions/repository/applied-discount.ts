import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

type Applied = {
  kind: 'promotion' | 'reward'
  name: string
  discountCents: number
  /** What the reward cost; null for a promotion. */
  pointsUsed: number | null
}

/** The promotion or the reward that lowers the price of an appointment; undefined without one, and once it was given back. */
export async function findAppliedDiscount(
  db: Db,
  { appointmentId }: { appointmentId: string },
): Promise<Applied | undefined> {
  const { rows } = await sql<Applied>`
    select 'promotion' as kind, promotions.name, discount_applied as "discountCents", null::int as "pointsUsed"
    from promotion_usage join promotions on promotions.id = promotion_id
    where appointment_id = ${appointmentId} and promotion_usage.status = 'consumed'
    union all
    select 'reward', name, discount_amount, points_used from reward_redemptions
    where appointment_id = ${appointmentId} and status = 'used'`.execute(db)
  return rows[0]
}
