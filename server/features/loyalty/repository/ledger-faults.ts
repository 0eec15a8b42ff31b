import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { earnedOf } from './ledger.ts'

/** Balances that are not the sum of their movements, or that are below zero without a reversal. Reads both whole tables. */
export async function listWrongBalances(tx: Tx) {
  const { rows } = await sql<{ userId: string; fault: string }>`
    select user_id as "userId", case
      when (coalesce(available_points, 0), coalesce(lifetime_points, 0)) <> (coalesce(sum, 0), coalesce(gained, 0))
        then 'has ' || coalesce(available_points, 0) || ' points (' || coalesce(lifetime_points, 0)
          || ' ever earned), but its movements sum to ' || coalesce(sum, 0) || ' (' || coalesce(gained, 0) || ')'
      else 'has ' || available_points || ' points, of which only ' || -reversed || ' were taken back' end as fault
    from user_points
    full join (
      select user_id, sum(points_amount) as sum,
        coalesce(sum(points_amount) filter (where transaction_type = 'reversed'), 0) as reversed,
        sum(points_amount) filter (where transaction_type in ('earned', 'bonus', 'reversed', 'corrected')) as gained
      from points_transactions group by user_id
    ) as movements using (user_id)
    where (coalesce(available_points, 0), coalesce(lifetime_points, 0)) <> (coalesce(sum, 0), coalesce(gained, 0))
      or available_points < least(reversed, 0)
    order by user_id`.execute(tx)
  return rows
}

/**
 * Movements that no completion, review, verified address, cancellation or redemption explains: of another account, of another
 * amount, more than one appointment earns, or without money behind them. Movements from before points needed a commission or a
 * payment have no centre, and only the other rules apply to them. Reads the ledger whole.
 */
export async function listWrongMovements(
  tx: Tx,
  points: { completion: number; review: number; verifiedAddress: number },
): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    with sums as (
      select reference_type as type, reference_id as id, sum(points_amount) as left_over from points_transactions
      where reference_type in ('appointment', 'review') and transaction_type in ('earned', 'reversed') group by 1, 2
    )
    select movements.id::text as id, fault from points_transactions movements
    left join appointments on appointments.id = movements.reference_id
    left join sums on sums.type = movements.reference_type and sums.id = movements.reference_id
    left join users on users.id = movements.user_id
    cross join lateral (values
      (reference_type in ('appointment', 'review') and appointments.patient_id is distinct from movements.user_id,
        'is for an appointment of another account'),
      (reference_type = 'appointment' and transaction_type = 'earned' and left_over not between 0 and ${points.completion},
        'is of an appointment that earned ' || left_over || ' points'),
      (reference_type = 'review' and transaction_type = 'earned' and left_over not between 0 and ${points.review},
        'is of a review that earned ' || left_over || ' points'),
      (transaction_type = 'earned' and movements.center_id is not null and left_over > 0
        and appointments.status = 'completed' and not earns_points(appointments),
        'is for an appointment whose commission and payments through Senda do not cover them'),
      (reference_type = 'appointment' and transaction_type = 'earned' and movements.center_id is not null and left_over > 0
        and appointments.status <> 'completed', 'is for an appointment that is ' || appointments.status),
      (movements.center_id is not null and movements.center_id <> appointments.center_id,
        'counts for another centre than its appointment'),
      (movements.center_id is null and transaction_type in ('earned', 'bonus') and reference_type in ('appointment', 'review')
        and movements.created_at > (select min(created_at) from points_transactions where center_id is not null),
        'counts for no centre'),
      (reference_type = 'appointment' and transaction_type = 'bonus' and appointments.status <> 'cancelled',
        'is a compensation for an appointment that is ' || appointments.status),
      (reference_type = 'reward_redemption' and not exists (
        select from reward_redemptions where reward_redemptions.id = movements.reference_id),
        'is for a redemption that does not exist'),
      (reference_type = 'review' and transaction_type = 'earned' and points_amount <> ${points.review},
        'is ' || points_amount || ' points for a review'),
      (reference_type = 'review' and transaction_type not in ('earned', 'reversed'), 'is ' || transaction_type || ' for a review'),
      (reference_type = 'review' and transaction_type = 'earned' and left_over > 0 and appointments.status <> 'completed',
        'is for a review of an appointment that is ' || appointments.status),
      (reference_type = 'account' and (points_amount <> ${points.verifiedAddress} or transaction_type <> 'earned'),
        'is ' || points_amount || ' points for an address'),
      (reference_type = 'account' and movements.reference_id <> movements.user_id, 'is for the address of another account'),
      (reference_type = 'account' and users.email_verified_at is null, 'is for an address that is not verified')
    ) as faults (holds, fault)
    where holds order by 1, 2`.execute(tx)
  return rows
}

/**
 * Completed appointments that earn points and have too few, unless their payments were refunded in full or their centre had
 * reached its limit on that day or later. Leaves out the appointments that were completed before Senda granted points.
 */
export async function listMissingPoints(
  tx: Tx,
  { completion, maxPerCenter }: { completion: number; maxPerCenter: number },
): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select appointments.id::text as id, 'earned ' || earned.points || ' of ' || ${completion}::integer || ' points' as fault
    from appointments
    join profiles on profiles.id = patient_id and profiles.status <> 'deleted'
    cross join lateral (${earnedOf(sql.ref('appointments.id'))}) as earned
    where appointments.status = 'completed' and earned.points < ${completion} and earns_points(appointments)
      and completed_at >= (select min(created_at) from points_transactions
        where reference_type = 'appointment' and transaction_type = 'earned')
      and not exists (select from payments where appointment_id = appointments.id and undone_at is null
        having sum(amount) > 0 and sum(amount) = sum(coalesce(refund_amount, 0)))
      and not exists (select from center_points_days days where days.center_id = appointments.center_id
        and date >= points_day(completed_at) and days.points > ${maxPerCenter}::integer - ${completion}::integer)
    order by 1`.execute(tx)
  return rows
}

/**
 * Accounts that spent more on a local day than they had to spend: what they had before that day, and what they received on it
 * from other sources than appointments. Leaves out the days before appointments counted for their centre.
 */
export async function listOverspent(tx: Tx): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select spent.user_id::text as id,
      'spends ' || spent.points || ' points on ' || spent.day || ', but had ' || greatest(had.points, 0) as fault
    from (
      select user_id, points_day(created_at) as day, -sum(points_amount) as points from points_transactions
      where transaction_type = 'redeemed'
        and points_day(created_at) > (select min(date) from center_points_days)
      group by 1, 2) as spent
    cross join lateral (
      select coalesce(sum(points_amount), 0) as points from points_transactions movements
      where movements.user_id = spent.user_id and (points_day(created_at) < spent.day
        or points_day(created_at) = spent.day and points_amount > 0
          and coalesce(reference_type, '') not in ('appointment', 'review'))) as had
    where spent.points > greatest(had.points, 0) order by 1, 2`.execute(tx)
  return rows
}

export async function listWrongCenterDays(tx: Tx): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select coalesce(days.center_id, given.center_id)::text as id,
      'counts ' || coalesce(days.points, 0) || ' points on ' || coalesce(days.date, given.day) || ', but gave '
        || coalesce(given.points, 0) as fault
    from center_points_days days
    full join (
      select center_id, points_day(created_at) as day, sum(points_amount) as points from points_transactions
      where center_id is not null group by 1, 2) as given on given.center_id = days.center_id and given.day = days.date
    -- The movements of a deleted account are deleted, but stay counted.
    where coalesce(days.points, 0) < coalesce(given.points, 0) order by 1, 2`.execute(tx)
  return rows
}
