import { sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export async function findByReference(tx: Tx, { centerId, reference }: { centerId: string; reference: string }) {
  return tx
    .selectFrom('commission_settlements')
    .where('center_id', '=', centerId)
    .where('reference', '=', reference)
    .where('undone_at', 'is', null)
    .select(['commission_count as count', 'total_amount as commissionCents', 'online_amount as onlineCents', 'month'])
    .executeTakeFirst()
}

type NewSettlement = {
  id: string
  centerId: string
  reference: string
  count: number
  commissionCents: number
  month: string | null
  onlineCents: number
  settledBy: string
  now: Date
}

export async function insertSettlement(tx: Tx, settlement: NewSettlement): Promise<void> {
  await tx
    .insertInto('commission_settlements')
    .values({
      id: settlement.id,
      center_id: settlement.centerId,
      reference: settlement.reference,
      commission_count: settlement.count,
      total_amount: settlement.commissionCents,
      month: settlement.month,
      online_amount: settlement.onlineCents,
      settled_by: settlement.settledBy,
      created_at: settlement.now,
    })
    .execute()
}

/**
 * Locks a centre's pending commissions that were charged in a period, or whose appointment began before an instant. @returns their ids,
 * the first and the last instant, and their sum less the credits and what gateways took; negative: Senda owes it
 */
export async function lockPending(
  tx: Tx,
  { centerId, ...span }: { centerId: string } & ({ startsAt: Date; endsAt: Date } | { ofBefore: Date }),
) {
  const isWithin =
    'ofBefore' in span
      ? sql<boolean>`exists (select from appointments
          where appointments.id = commissions.appointment_id and starts_at < ${span.ofBefore})`
      : sql<boolean>`created_at >= ${span.startsAt} and created_at < ${span.endsAt}`
  const rows = await tx
    .selectFrom('commissions')
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('pending'))
    .where(isWithin)
    .orderBy('id')
    .select(['id', 'created_at as at', 'due_amount as commissionCents'])
    .forUpdate()
    .execute()
  const times = rows.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())
  return {
    ids: rows.map(({ id }) => id),
    firstAt: times[0],
    lastAt: times.at(-1),
    commissionCents: rows.reduce((sum, row) => sum + row.commissionCents, 0),
  }
}

export async function payCommissions(
  tx: Tx,
  { ids, settlementId, now }: { ids: readonly string[]; settlementId: string; now: Date },
): Promise<void> {
  await sql`
    update commissions set status = 'paid', paid_at = ${now}, settlement_id = ${settlementId}
    where id = any(${[...ids]}::uuid[])`.execute(tx)
}

export async function lockSettlement(tx: Tx, { settlementId }: { settlementId: string }) {
  return tx
    .selectFrom('commission_settlements')
    .where('id', '=', settlementId)
    .select([
      'center_id as centerId',
      'reference',
      'commission_count as count',
      'total_amount as commissionCents',
      'online_amount as onlineCents',
      'undone_at as undoneAt',
    ])
    .forUpdate()
    .executeTakeFirst()
}

export async function undoSettlement(
  tx: Tx,
  { settlementId, now }: { settlementId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ status: 'pending', paid_at: null })
    .where('settlement_id', '=', settlementId)
    .where('status', '=', sql.lit('paid'))
    .execute()
  await tx.updateTable('commission_settlements').set({ undone_at: now }).where('id', '=', settlementId).execute()
}

/** The appointments of a settlement that were cancelled or refunded in full, so that no commission of them is due. */
export async function listGivenBack(tx: Tx, { settlementId }: { settlementId: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('commissions')
    .innerJoin('appointments', 'appointments.id', 'commissions.appointment_id')
    .where('commissions.settlement_id', '=', settlementId)
    .where('commissions.status', '=', sql.lit('cancelled'))
    .where('appointments.status', 'in', [sql.lit('completed'), sql.lit('cancelled')])
    .orderBy('appointments.id')
    .select('appointments.id')
    .execute()
  return rows.map(({ id }) => id)
}

type SettlementPage = { centerId: string; limit: number; after: Position | undefined }

/**
 * A centre's settlements, newest first, each with the days of its first and its last commission. Those of an undone one may
 * belong to another by now: then the record says them.
 */
export async function listSettlements(db: Db | Tx, { centerId, limit, after }: SettlementPage) {
  return db
    .selectFrom('commission_settlements')
    .where('center_id', '=', centerId)
    .where(olderThan({ at: 'created_at', id: 'commission_settlements.id', after }))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .select([
      'id',
      'reference',
      'commission_count as count',
      'total_amount as commissionCents',
      'online_amount as onlineCents',
      'month',
      'created_at as at',
      'undone_at as undoneAt',
    ])
    .select(
      sql<{ from: string; to: string } | null>`coalesce(
        (select jsonb_build_object(
            'from', (min(created_at) at time zone ${zone})::date, 'to', (max(created_at) at time zone ${zone})::date)
          from commissions where settlement_id = commission_settlements.id and undone_at is null having count(*) > 0),
        (select jsonb_build_object('from', details ->> 'from', 'to', details ->> 'to') from moderation_actions
          where target_type = 'commission' and target_id = commission_settlements.id and action_type = 'settle'
          limit 1))`.as('days'),
    )
    .execute()
}

/** The sum of a centre's commissions that are not settled yet, less their credits and what gateways took. */
export async function sumPending(db: Db | Tx, { centerId }: { centerId: string }) {
  const { rows } = await sql<{ count: number; commissionCents: number }>`
    select count(*)::int as count, coalesce(sum(due_amount), 0) as "commissionCents"
    from commissions where status = 'pending' and center_id = ${centerId}`.execute(db)
  return rows[0] ?? { count: 0, commissionCents: 0 }
}
