import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { earnedOf } from './ledger.ts'

/** Balances that are not the sum of their movements. Reads both whole tables. */
export async function listWrongBalances(tx: Tx) {
  const { rows } = await sql<{ userId: string; available: number; lifetime: number; sum: number; gained: number }>`
    select user_id as "userId", coalesce(available_points, 0) as available, coalesce(lifetime_points, 0) as lifetime,
      coalesce(sum, 0) as sum, coalesce(gained, 0) as gained
    from user_points
    full join (
      select user_id, sum(points_amount) as sum,
        sum(points_amount) filter (where transaction_type in ('earned', 'bonus', 'reversed', 'corrected')) as gained
      from points_transactions group by user_id
    ) as movements using (user_id)
    where (coalesce(available_points, 0), coalesce(lifetime_points, 0)) <> (coalesce(sum, 0), coalesce(gained, 0))
    order by user_id`.execute(tx)
  return rows
}

/**
 * Movements that no completion, review, verified address, cancellation or redemption explains: of another account, of another
 * amount, or more than one appointment earns. Reads the ledger whole.
 */
export async function listWrongMovements(
  tx: Tx,
  points: { completion: number; review: number; verifiedAddress: number },
): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    with sums as (
      select reference_id, sum(points_amount) as left_over from points_transactions
      where reference_type = 'appointment' and transaction_type in ('earned', 'reversed') group by reference_id
    )
    select movements.id::text as id, fault from points_transactions movements
    left join appointments on appointments.id = movements.reference_id
    left join sums on sums.reference_id = movements.reference_id
    left join users on users.id = movements.user_id
    cross join lateral (values
      (reference_type in ('appointment', 'review') and appointments.patient_id is distinct from movements.user_id,
        'is for an appointment of another account'),
      (reference_type = 'appointment' and transaction_type = 'earned' and left_over not between 0 and ${points.completion},
        'is of an appointment that earned ' || left_over || ' points'),
      (reference_type = 'appointment' and transaction_type = 'bonus' and appointments.status <> 'cancelled',
        'is a compensation for an appointment that is ' || appointments.status),
      (reference_type = 'reward_redemption' and not exists (
        select from reward_redemptions where reward_redemptions.id = movements.reference_id),
        'is for a redemption that does not exist'),
      (reference_type = 'review' and (points_amount <> ${points.review} or transaction_type <> 'earned'),
        'is ' || points_amount || ' points for a review'),
      (reference_type = 'review' and appointments.status <> 'completed', 'is for a review of an appointment that is '
        || appointments.status),
      (reference_type = 'account' and (points_amount <> ${points.verifiedAddress} or transaction_type <> 'earned'),
        'is ' || points_amount || ' points for an address'),
      (reference_type = 'account' and movements.reference_id <> movements.user_id, 'is for the address of another account'),
      (reference_type = 'account' and users.email_verified_at is null, 'is for an address that is not verified')
    ) as faults (holds, fault)
    where holds order by 1, 2`.execute(tx)
  return rows
}

/**
 * Completed appointments that earned too few points, unless their payments were refunded in full. Leaves out the appointments
 * that were completed before Senda granted points.
 */
export async function listMissingPoints(
  tx: Tx,
  { completion }: { completion: number },
): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select appointments.id::text as id, 'earned ' || earned.points || ' of ' || ${completion}::integer || ' points' as fault
    from appointments
    join profiles on profiles.id = patient_id and profiles.status <> 'deleted'
    cross join lateral (${earnedOf(sql.ref('appointments.id'))}) as earned
    where appointments.status = 'completed' and earned.points < ${completion}
      and completed_at >= (select min(created_at) from points_transactions
        where reference_type = 'appointment' and transaction_type = 'earned')
      and not exists (select from payments where appointment_id = appointments.id and undone_at is null
        having sum(amount) > 0 and sum(amount) = sum(coalesce(refund_amount, 0)))
    order by 1`.execute(tx)
  return rows
}
