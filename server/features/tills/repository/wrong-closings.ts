import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** Closings whose expected amounts contradict their movements, or whose opening float is not what the previous closing left. */
export async function listWrongClosings(tx: Tx): Promise<{ table: string; id: string; fault: string }[]> {
  const { rows } = await sql<{ table: string; id: string; fault: string }>`
    select 'till_closings' as table, closings.id::text as id,
      case when opening_float <> coalesce(before.float_left, 0)
        then 'starts from ' || opening_float || ' cents, but the closing before left ' || coalesce(before.float_left, 0)
        else 'expects ' || (expected_cash - opening_float) || ', ' || expected_debit || ' and ' || expected_transfer
          || ' cents, but its movements sum to ' || sums.cash || ', ' || sums.debit || ' and ' || sums.transfer end as fault
    from till_closings closings
    left join lateral (select float_left from till_closings
      where center_id = closings.center_id and number = closings.number - 1) as before on true
    cross join lateral (select
        coalesce(sum(amount) filter (where method = 'efectivo'), 0) as cash,
        coalesce(sum(amount) filter (where method = 'debito'), 0) as debit,
        coalesce(sum(amount) filter (where method = 'transferencia'), 0) as transfer,
        coalesce(sum(amount) filter (where method = 'online'), 0) as online
      from till_movements where closing_id = closings.id) as sums
    where (expected_cash - opening_float, expected_debit, expected_transfer, online_amount)
        <> (sums.cash, sums.debit, sums.transfer, sums.online)
      or opening_float <> coalesce(before.float_left, 0)
    order by closings.id`.execute(tx)
  return rows
}
