import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** Uses and promotions that contradict each other or the appointments. Reads the whole tables. */
export async function listWrongUses(tx: Tx): Promise<{ table: string; id: string; fault: string }[]> {
  const { rows } = await sql<{ table: string; id: string; fault: string }>`
    select 'promotions' as table, promotions.id::text as id,
      'counts ' || used_count || ' uses, but ' || coalesce(live.uses, 0) || ' are reserved or consumed' as fault
    from promotions left join (
      select promotion_id, count(*) as uses from promotion_usage where status <> 'released' group by 1
    ) as live on live.promotion_id = promotions.id
    where used_count <> coalesce(live.uses, 0)
    union all
    select 'promotion_usage', promotion_usage.id::text, case
      when appointments.discount_amount <> promotion_usage.discount_applied
        then 'takes off ' || promotion_usage.discount_applied || ' cents, but its appointment '
          || appointments.discount_amount
      when appointments.status = 'cancelled' then 'is consumed by a cancelled appointment'
      else 'is of another account than its appointment' end
    from promotion_usage join appointments on appointments.id = appointment_id
    where promotion_usage.status = 'consumed' and (appointments.discount_amount <> promotion_usage.discount_applied
      -- One whose credit was settled is not given back.
      or appointments.status = 'cancelled' and not exists (select from commissions
        where commissions.appointment_id = appointments.id and commissions.status = 'paid')
      or appointments.patient_id is distinct from promotion_usage.user_id)
    union all
    select 'promotion_usage', promotion_usage.id::text, fault
    from promotion_usage join promotions on promotions.id = promotion_id
    cross join lateral (values
      (slot > per_person_limit, 'is use ' || slot || ' of a person who has ' || per_person_limit),
      (discount_applied > maximum_discount, 'takes off more than the ' || maximum_discount || ' cents of its promotion'),
      (order_amount < minimum_amount, 'is of an order below the ' || minimum_amount || ' cents of its promotion')
    ) as faults (holds, fault)
    where holds and promotion_usage.status <> 'released'
    union all
    select 'appointments', appointments.id::text,
      'has a discount of ' || discount_amount || ' cents, but no promotion or reward' from appointments
    where discount_amount > 0 and discount_payer <> 'package'
      and not exists (select from promotion_usage where appointment_id = appointments.id)
      and not exists (select from reward_redemptions where appointment_id = appointments.id)
      and status <> 'cancelled'
      -- After a full refund, the promotion or reward may have been used for another appointment.
      and not exists (select from payments where appointment_id = appointments.id and undone_at is null
        having sum(amount) > 0 and sum(amount) = sum(coalesce(refund_amount, 0)))
    order by 1, 2, 3`.execute(tx)
  return rows
}
