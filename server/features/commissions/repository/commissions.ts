import { sql } from 'kysely'
import type { Commission } from '#contract/payments.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export const commissionColumns = [
  'commissions.id',
  'commissions.payment_amount as paymentCents',
  'commissions.commission_amount as commissionCents',
  'commissions.rate as ratePercent',
  'commissions.origin',
  'commissions.status',
  'commissions.created_at as createdAt',
] as const

type Charge = {
  ids: readonly string[]
  appointmentIds: readonly string[]
  now: Date
  /** The local day of `now`. */
  today: string
}

/**
 * Inserts the commissions of any number of appointments in one statement; numeric round() rounds half cents up. A cancelled
 * commission becomes pending again at the current rate, unless staff cancelled it. A pending or paid one does not change.
 */
export async function insertCommissions(tx: Tx, { now, today, ids, appointmentIds }: Charge): Promise<void> {
  await sql`
    insert into commissions
      (id, center_id, appointment_id, payment_amount, commission_amount, credit_amount, withheld_amount, currency, rate, origin,
        created_at)
    select charged.id, appointments.center_id, appointments.id, base.amount, round(base.amount * base.rate / 100),
      credited_amount(appointments), withheld_amount(appointments), appointments.currency, base.rate,
      case appointments.status when 'cancelled' then 'late_cancellation' else appointments.status end, ${now}
    from unnest(${[...ids]}::uuid[], ${[...appointmentIds]}::uuid[]) as charged (id, appointment_id)
    join appointments on appointments.id = charged.appointment_id
    cross join lateral (
      select commissionable_amount(appointments) as amount,
        commission_rate_on(appointments.center_id, ${today}::date) as rate
    ) as base
    where base.amount is not null
    on conflict (appointment_id) do update set
      status = 'pending', payment_amount = excluded.payment_amount, commission_amount = excluded.commission_amount,
      credit_amount = excluded.credit_amount, withheld_amount = excluded.withheld_amount, currency = excluded.currency,
      rate = excluded.rate, origin = excluded.origin, created_at = excluded.created_at
    where commissions.status = 'cancelled' and not exists (
      select from moderation_actions action
      where action.target_type = 'commission' and action.target_id = commissions.id and action.action_type = 'cancel'
        and not exists (select from moderation_actions undo where undo.undoes = action.id))`.execute(tx)
}

/**
 * Recalculates the pending commissions of an appointment or a settlement on what the centre keeps now, each at its
 * own rate, in the transaction that refunds the payment or changes the discount. It cancels a commission whose
 * payment was refunded in full. A settled commission does not change: staff undo its settlement.
 */
export async function reduceCommission(
  tx: Tx,
  {
    appointmentId,
    settlementId,
  }: { appointmentId: string; settlementId?: never } | { appointmentId?: never; settlementId: string },
): Promise<void> {
  const charged =
    appointmentId === undefined
      ? sql`commissions.settlement_id = ${settlementId}`
      : sql`commissions.appointment_id = ${appointmentId}`
  // Waits for a settlement that is being undone: once it commits, the next statement sees pending commissions.
  await sql`select from commissions where ${charged} order by id for update`.execute(tx)
  await sql`
    update commissions set
      status = case when base.amount is null then 'cancelled' else commissions.status end,
      payment_amount = coalesce(base.amount, commissions.payment_amount),
      commission_amount = coalesce(round(base.amount * commissions.rate / 100), commissions.commission_amount),
      credit_amount = credited_amount(appointments),
      withheld_amount = withheld_amount(appointments)
    from appointments cross join lateral (select commissionable_amount(appointments) as amount) as base
    where appointments.id = commissions.appointment_id and commissions.status = 'pending' and ${charged}
      and (base.amount is distinct from commissions.payment_amount
        or credited_amount(appointments) <> commissions.credit_amount
        or withheld_amount(appointments) <> commissions.withheld_amount)`.execute(tx)
}

type PaymentOf = { appointmentId: string; amountCents: number; today: string }

/**
 * What a gateway takes from an online payment in advance of the commission, in cents: the centre's rate of the amount. Nothing of an
 * appointment that owes none, or whose commission is decided.
 */
export async function feeOfPayment(tx: Tx, { appointmentId, amountCents, today }: PaymentOf): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select case
        when booked_by <> 'patient' or commissions.status <> 'pending' then 0
        else least(round(${amountCents}::integer * commission_rate_on(appointments.center_id, ${today}::date) / 100),
          case when commissions.id is not null then greatest(due_amount, 0) end) end::integer as cents
    from appointments left join commissions on commissions.appointment_id = appointments.id
    where appointments.id = ${appointmentId}`.execute(tx)
  return rows[0]?.cents ?? 0
}

/** Cancels the commission of an appointment that no longer brings the centre money. A settled commission does not change. */
export async function cancelCommission(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ status: 'cancelled' })
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', sql.lit('pending'))
    .execute()
}

/** Whether the appointment's commission was paid with a settlement. `isLocked`: locks it until the transaction ends. */
export async function isSettled(
  db: Db | Tx,
  { appointmentId, isLocked = false }: { appointmentId: string; isLocked?: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('commissions')
    .select('status')
    .where('appointment_id', '=', appointmentId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row?.status === 'paid'
}

/** Newest first, after a position. */
export async function listOfCenter(
  db: Db,
  { centerId, limit, after }: { centerId: string; limit: number; after: Position | undefined },
) {
  return db
    .selectFrom('commissions')
    .innerJoin('appointments', 'appointments.id', 'commissions.appointment_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .leftJoin('commission_settlements', 'commission_settlements.id', 'commissions.settlement_id')
    .where('commissions.center_id', '=', centerId)
    .where(olderThan({ at: 'commissions.created_at', id: 'commissions.id', after }))
    .orderBy('commissions.created_at', 'desc')
    .orderBy('commissions.id')
    .limit(limit)
    .select([
      ...commissionColumns,
      'commissions.appointment_id as appointmentId',
      'services.name as serviceName',
      'professionals.full_name as professionalName',
      'commissions.credit_amount as creditCents',
      'commissions.withheld_amount as withheldCents',
    ])
    .select(
      sql<string | null>`case when commissions.status = 'paid' then commission_settlements.reference end`.as(
        'reference',
      ),
    )
    .select([
      sql<Date>`appointments.starts_at`.as('startsAt'),
      sql<Date | null>`(select starts_at from appointments former where former.id = appointments.replaces_id)`.as(
        'replacedStartsAt',
      ),
    ])
    .$narrowType<Pick<Commission, 'status' | 'origin'>>()
    .execute()
}

/** The sums of a centre's pending and paid commissions, less what Senda credits for its own discounts and what gateways took. */
export async function sumOfCenter(db: Db, { centerId }: { centerId: string }) {
  return db
    .selectFrom('commissions')
    .where('center_id', '=', centerId)
    .select((eb) => [
      eb.fn
        .coalesce(eb.fn.sum<number>('due_amount').filterWhere('status', '=', sql.lit('pending')), sql<number>`0`)
        .as('owedCents'),
      eb.fn
        .coalesce(eb.fn.sum<number>('due_amount').filterWhere('status', '=', sql.lit('paid')), sql<number>`0`)
        .as('paidCents'),
    ])
    .executeTakeFirstOrThrow()
}

/** Oldest first. */
export async function listAllOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('commissions')
    .innerJoin('appointments', 'appointments.id', 'commissions.appointment_id')
    .where('commissions.center_id', '=', centerId)
    .orderBy('commissions.created_at')
    .orderBy('commissions.id')
    .select([...commissionColumns, 'commissions.currency', 'commissions.paid_at as paidAt'])
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .execute()
}
