import { sql } from 'kysely'
import type { Disagreement } from '#server/features/commissions/repository/ledger.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Packages whose sums differ from their payments, whose sessions are not worth their price, and appointments that a package pays for
 * without the value of its session.
 */
export async function listWrongPackages(tx: Tx): Promise<Disagreement[]> {
  const { rows } = await sql<Disagreement>`
    select 'packages' as table, packages.id::text as id,
      'counts ' || paid_amount || ' cents paid and ' || refunded_amount || ' refunded, but its payments are ' || paid.amount
        || ' and ' || paid.refunded as fault
    from packages cross join lateral (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(refund_amount), 0) as refunded from payments
      where package_id = packages.id and undone_at is null) as paid
    where (paid_amount, refunded_amount) <> (paid.amount, paid.refunded)
    union all
    select 'packages', packages.id::text,
      'sells ' || sessions || ' sessions for ' || price || ' cents, but has ' || stored.count || ' for ' || stored.cents
    from packages cross join lateral (
      select count(*) as count, coalesce(sum(value), 0) as cents from package_sessions where package_id = packages.id) as stored
    where (stored.count, stored.cents) <> (sessions, price)
    union all
    select 'package_sessions', package_id || ' ' || number, 'is worth ' || value || ' cents, but its appointment is '
      || appointments.status || ' for ' || appointments.price || ' cents, of which ' || appointments.discount_amount || ' are covered'
    from package_sessions join appointments on appointments.id = appointment_id
    where (price, discount_amount, discount_payer) is distinct from (value, value, 'package')
      or appointments.status = 'cancelled' and refund_percent = 100
    union all
    select 'appointments', appointments.id::text, 'is paid by a package, but no session is reserved for it'
    from appointments left join package_sessions on package_sessions.appointment_id = appointments.id
    where discount_payer = 'package' and package_sessions.package_id is null
      and not (appointments.status = 'cancelled' and refund_percent = 100)
    union all
    select 'packages', packages.id::text, 'stands still since ' || stopped_at || ', but its buyer can book'
    from packages join center_profiles on center_profiles.id = packages.center_id
    where stopped_at is not null and approved_at is not null and not exists (
      select from conversations where conversations.center_id = packages.center_id
        and conversations.patient_id = packages.patient_id and center_blocked_at is not null)
    order by 1, 2`.execute(tx)
  return rows
}
