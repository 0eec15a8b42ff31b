import { sql } from 'kysely'
import type { CommissionOrder, CommissionOrigin, CommissionStatus } from '#contract/commission-statuses.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'
import { commissionColumns } from './commissions.ts'

type Span = { startsAt: Date; endsAt: Date }

function commissionRows(db: Db | Tx) {
  return db
    .selectFrom('commissions')
    .innerJoin('center_profiles', 'center_profiles.id', 'commissions.center_id')
    .leftJoin('commission_settlements', 'commission_settlements.id', 'commissions.settlement_id')
    .select([
      ...commissionColumns,
      'commissions.center_id as centerId',
      'center_profiles.center_name as centerName',
      'commissions.credit_amount as creditCents',
      'commissions.withheld_amount as withheldCents',
      'commissions.settlement_id as settlementId',
      sql<string | null>`case when commissions.status = 'paid' then commission_settlements.reference end`.as(
        'reference',
      ),
      sql<string | null>`(select id from moderation_actions
        where target_type = 'commission' and target_id = commissions.id order by sequence desc limit 1)`.as(
        'lastActionId',
      ),
    ])
    .$narrowType<{ status: CommissionStatus; origin: CommissionOrigin }>()
}

export type StaffCommission = NonNullable<Awaited<ReturnType<typeof findCommission>>>

export async function findCommission(db: Db | Tx, { commissionId }: { commissionId: string }) {
  return commissionRows(db).where('commissions.id', '=', commissionId).executeTakeFirst()
}

type CommissionPage = Span & {
  status: CommissionStatus | undefined
  center: string | undefined
  order: CommissionOrder
  limit: number
  after: AfterRow | undefined
}

/** The last row of the previous page: its instant in milliseconds or its commission in cents, and its id. */
export type AfterRow = { value: number; id: string }

/** Each order follows an index, forward or backward. */
const orders = {
  newest: { column: 'commissions.created_at', direction: 'desc' },
  oldest: { column: 'commissions.created_at', direction: 'asc' },
  largest: { column: 'commissions.commission_amount', direction: 'desc' },
  smallest: { column: 'commissions.commission_amount', direction: 'asc' },
} as const

export async function listCommissions(db: Db | Tx, page: CommissionPage) {
  const { startsAt, endsAt, status, center, limit } = page
  const { column, direction } = orders[page.order]
  return commissionRows(db)
    .where('commissions.created_at', '>=', startsAt)
    .where('commissions.created_at', '<', endsAt)
    .$if(status !== undefined, (all) => all.where('commissions.status', '=', sql.lit(status ?? 'pending')))
    .$if(center !== undefined, (all) => all.where(isNamed(center ?? '', 'commissions.center_id')))
    .where(isAfter(page))
    .orderBy(column, direction)
    .orderBy('commissions.id', direction === 'desc' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

function isAfter({ order, after }: Pick<CommissionPage, 'order' | 'after'>) {
  if (after === undefined) return sql<boolean>`true`
  const { column, direction } = orders[order]
  const value =
    column === 'commissions.created_at' ? sql`${new Date(after.value)}::timestamptz` : sql`${after.value}::bigint`
  const [at, id] = [sql.ref(column), sql.ref('commissions.id')]
  // PostgreSQL can use the index for the first condition.
  return direction === 'desc'
    ? sql<boolean>`${at} <= ${value} and (${at} < ${value} or ${id} > ${after.id})`
    : sql<boolean>`${at} >= ${value} and (${at} > ${value} or ${id} < ${after.id})`
}

function isNamed(center: string, column: string) {
  return sql<boolean>`${sql.ref(column)} in (
    select id from center_profiles where fold(center_name) like fold(${containing(center)}))`
}

type PendingSum = { count: number; commissionCents: number }
export type Owing = PendingSum & { centerId: string; centerName: string; whole: PendingSum }

type OwingPage = Span & {
  center: string | undefined
  limit: number
  after: { commissionCents: number; centerId: string } | undefined
}

/** The centres with pending commissions of a period, the largest sum first, each with all of its pending commissions. */
export async function listOwing(db: Db | Tx, { startsAt, endsAt, center, limit, after }: OwingPage): Promise<Owing[]> {
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(sum(due_amount) < ${after.commissionCents}::bigint
          or sum(due_amount) = ${after.commissionCents}::bigint and center_id > ${after.centerId})`
  const { rows } = await sql<Owing>`
    select owing."centerId", center_name as "centerName", owing.count, owing."commissionCents",
      (select jsonb_build_object('count', count(*), 'commissionCents', sum(due_amount))
        from commissions where status = 'pending' and center_id = owing."centerId") as whole
    from (
      select center_id as "centerId", count(*)::int as count, sum(due_amount) as "commissionCents"
      from commissions
      where status = 'pending' and created_at >= ${startsAt} and created_at < ${endsAt}
        and ${center === undefined ? sql`true` : isNamed(center, 'center_id')}
      group by center_id having ${isAfter}
      order by 3 desc, 1 limit ${limit}
    ) as owing join center_profiles on center_profiles.id = owing."centerId"
    order by 4 desc, 1`.execute(db)
  return rows
}

type Overcredited = {
  centerId: string
  centerName: string
  commissionCents: number
  creditCents: number
  points: number
}

/** The centres whose credits exceed their commissions in a period, the largest excess first. */
export async function listOvercredited(
  db: Db | Tx,
  { startsAt, endsAt, limit }: Span & { limit: number },
): Promise<Overcredited[]> {
  const { rows } = await sql<Overcredited>`
    select over."centerId", center_name as "centerName", over."commissionCents", over."creditCents",
      (select coalesce(sum(points), 0)::int from center_points_days days where days.center_id = over."centerId"
        and date >= points_day(${startsAt}) and date < points_day(${endsAt})) as points
    from (
      select center_id as "centerId", sum(commission_amount) as "commissionCents", sum(credit_amount) as "creditCents"
      from commissions
      where created_at >= ${startsAt} and created_at < ${endsAt} and status <> 'cancelled'
        and center_id in (select center_id from commissions
          where credit_amount > 0 and created_at >= ${startsAt} and created_at < ${endsAt})
      group by center_id having sum(credit_amount) > sum(commission_amount)
      order by sum(credit_amount) - sum(commission_amount) desc, 1 limit ${limit}
    ) as over join center_profiles on center_profiles.id = over."centerId"
    order by over."creditCents" - over."commissionCents" desc, 1`.execute(db)
  return rows
}

export async function readPending(db: Db | Tx, { centerId, startsAt, endsAt }: Span & { centerId: string }) {
  const { rows } = await sql<{ count: number; commissionCents: number }>`
    select count(*)::int as count, coalesce(sum(due_amount), 0) as "commissionCents"
    from commissions
    where status = 'pending' and center_id = ${centerId} and created_at >= ${startsAt} and created_at < ${endsAt}`.execute(
    db,
  )
  return rows[0] ?? { count: 0, commissionCents: 0 }
}

export async function lockCommission(tx: Tx, { commissionId }: { commissionId: string }) {
  return tx
    .selectFrom('commissions')
    .innerJoin('appointments', 'appointments.id', 'commissions.appointment_id')
    .where('commissions.id', '=', commissionId)
    .select(['commissions.status', 'commissions.center_id as centerId', 'commissions.appointment_id as appointmentId'])
    .select([
      'commission_amount as commissionCents',
      'credit_amount as creditCents',
      'withheld_amount as withheldCents',
    ])
    .select(sql<boolean>`commissionable_amount(appointments) is not null`.as('isDue'))
    .forUpdate(['commissions', 'appointments'])
    .executeTakeFirst()
}

export async function setUnpaidStatus(
  tx: Tx,
  { commissionId, status }: { commissionId: string; status: 'pending' | 'cancelled' },
): Promise<void> {
  await tx.updateTable('commissions').set({ status }).where('id', '=', commissionId).execute()
}
