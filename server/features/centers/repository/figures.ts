import { sql } from 'kysely'
import { expiryWarningDays } from '#contract/compliance.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { isDebt } from './debts.ts'

type Scope = { centerId: string; professionalId: string | undefined }

export type Figures = {
  appointments: number
  pending: number
  monthCompleted: number
  monthPending: number
  toConfirm: number
  toCollect: number
  toRefund: number
  firstToRefund: { id: string; startsAt: Date } | null
}

/**
 * Counts the appointments of the centre or of one professional. `today` and `month`: the start, and the end, excluded. Only
 * the overall totals read all rows. The gateway gives back what was paid online, so that waits for no desk.
 */
export async function countFigures(
  db: Db,
  input: Scope & { now: Date; today: readonly [Date, Date]; month: readonly [Date, Date] },
): Promise<Figures> {
  const inScope = sql`center_id = ${input.centerId} and status <> 'held' and ${ofProfessional(input)}`
  const isWithin = ([start, end]: readonly [Date, Date]) => sql`starts_at >= ${start} and starts_at < ${end}`
  const { rows } = await sql<Omit<Figures, 'firstToRefund'> & { refundId: string | null; refundStartsAt: Date | null }>`
    select * from
      (select
        count(*) as appointments,
        count(*) filter (where status in ('pending', 'confirmed')) as pending
      from appointments where ${inScope}) as totals,
      (select
        count(*) filter (where status = 'completed') as "monthCompleted",
        count(*) filter (where status in ('pending', 'confirmed')) as "monthPending"
      from appointments where ${inScope} and ${isWithin(input.month)}) as of_month,
      (select count(*) as "toConfirm"
      from appointments where ${inScope} and status = 'pending' and starts_at > ${input.now}) as unanswered,
      (select count(*) as "toCollect"
      from appointments where ${inScope} and ${isWithin(input.today)} and ${isDebt}) as unpaid,
      (select count(*) as "toRefund", (array_agg(appointments.id order by starts_at, appointments.id))[1] as "refundId",
        min(starts_at) as "refundStartsAt"
      from payments join appointments on appointments.id = appointment_id
      where payments.center_id = ${input.centerId} and refund_amount is not null and refunded_at is null
        and undone_at is null and checkout_id is null and ${ofProfessional(input)}) as unrefunded`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate returns one row')
  const { refundId, refundStartsAt, ...counts } = row
  const hasRefund = refundId !== null && refundStartsAt !== null
  return { ...counts, firstToRefund: hasRefund ? { id: refundId, startsAt: refundStartsAt } : null }
}

/** The number of document types whose newest upload was rejected, has expired or expires soon. */
export async function countDocumentsToRenew(
  db: Db,
  { centerId, today }: { centerId: string; today: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select distinct on (check_type) status, expiry_date from compliance_checks
      where center_id = ${centerId} and file_name is not null
      order by check_type, created_at desc, id desc) newest
    where status in ('rejected', 'expired') or expiry_date <= ${today}::date + ${expiryWarningDays}::int`.execute(db)
  return rows[0]?.count ?? 0
}

const ofProfessional = ({ professionalId }: Scope) =>
  professionalId === undefined ? sql`true` : sql`professional_id = ${professionalId}`
