import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/payment-methods.ts'
import { type MovementKind, tillMovementsMax } from '#contract/tills.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }
/** `closingId` null: the open till. */
type OfTill = OfCenter & { closingId: string | null }

export type MovementRow = {
  id: number
  kind: MovementKind
  at: Date
  personName: string
  serviceName: string
  amountCents: number
  method: PaymentMethod
  memberName: string | null
}

/** The movements of the open till or of a closing, newest first. */
export async function listMovements(
  db: Db | Tx,
  { centerId, closingId, limit = tillMovementsMax }: OfTill & { limit?: number | null },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select movements.id, movements.kind, movements.at, movements.amount as "amountCents", movements.method,
      coalesce(dependants.full_name, guests.full_name, profiles.full_name, '') as "personName",
      coalesce(services.name, 'Bono: ' || packages.service_name, '') as "serviceName", members.full_name as "memberName"
    from till_movements movements
    left join payments on payments.id = movements.payment_id
    left join appointments on appointments.id = payments.appointment_id
    left join packages on packages.id = payments.package_id
    left join services on services.id = appointments.service_id
    left join profiles on profiles.id = coalesce(appointments.patient_id, packages.patient_id)
    left join dependants on dependants.id = appointments.dependant_id
    left join guests on guests.id = coalesce(appointments.guest_id, packages.guest_id)
    left join profiles members on members.id = movements.member_id
    where movements.center_id = ${centerId}
      and ${closingId === null ? sql`movements.closing_id is null` : sql`movements.closing_id = ${closingId}`}
    order by movements.at desc, movements.id desc
    limit ${limit}`.execute(db)
  return rows
}

export type MethodSum = { method: PaymentMethod; cents: number; count: number }

export async function sumOpenMovements(db: Db | Tx, { centerId }: OfCenter): Promise<MethodSum[]> {
  const { rows } = await sql<MethodSum>`
    select method, sum(amount)::bigint as cents, count(*) as count
    from till_movements where center_id = ${centerId} and closing_id is null group by method`.execute(db)
  return rows
}

export async function countMovements(db: Db | Tx, { centerId, closingId }: OfTill): Promise<number> {
  const { count } = await db
    .selectFrom('till_movements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('center_id', '=', centerId)
    .where('closing_id', closingId === null ? 'is' : '=', closingId)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the committed movements of the open till. A movement that commits later belongs to the next till. */
export async function lockOpenMovements(
  tx: Tx,
  { centerId }: OfCenter,
): Promise<{ id: number; method: PaymentMethod; cents: number }[]> {
  const { rows } = await sql<{ id: number; method: PaymentMethod; cents: number }>`
    select id, method, amount as cents from till_movements
    where center_id = ${centerId} and closing_id is null for no key update`.execute(tx)
  return rows
}

export async function setClosed(
  tx: Tx,
  { closingId, movementIds }: { closingId: string; movementIds: readonly number[] },
): Promise<void> {
  await sql`update till_movements set closing_id = ${closingId} where id = any(${movementIds}::bigint[])`.execute(tx)
}

const countColumns = [
  'number',
  'closed_at as closedAt',
  'expected_cash as expectedCash',
  'expected_debit as expectedDebit',
  'expected_transfer as expectedTransfer',
  'counted_cash as countedCash',
  'counted_debit as countedDebit',
  'counted_transfer as countedTransfer',
  'note',
] as const

const closingColumns = [
  ...countColumns,
  'till_closings.id',
  'profiles.full_name as closedBy',
  'opening_float as openingFloatCents',
  'online_amount as onlineCents',
  'float_left as floatLeftCents',
] as const

function closingsOf(db: Db | Tx, { centerId }: OfCenter) {
  return db
    .selectFrom('till_closings')
    .leftJoin('profiles', 'profiles.id', 'till_closings.closed_by')
    .where('center_id', '=', centerId)
    .select(closingColumns)
}
export type ClosingRow = Awaited<ReturnType<typeof listClosings>>[number]

/** Newest first. */
export async function listClosings(
  db: Db | Tx,
  { centerId, limit, after }: OfCenter & { limit: number; after: Position | undefined },
) {
  return closingsOf(db, { centerId })
    .where(olderThan({ at: 'closed_at', id: 'till_closings.id', after }))
    .orderBy('closed_at', 'desc')
    .orderBy('till_closings.id')
    .limit(limit)
    .execute()
}

export async function findClosing(
  db: Db | Tx,
  { centerId, closingId }: OfCenter & { closingId: string },
): Promise<ClosingRow | undefined> {
  return closingsOf(db, { centerId }).where('till_closings.id', '=', closingId).executeTakeFirst()
}

export async function findLastClosing(db: Db | Tx, { centerId }: OfCenter): Promise<ClosingRow | undefined> {
  return closingsOf(db, { centerId }).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export type NewClosing = Omit<ClosingRow, 'closedBy'> & { centerId: string; closedBy: string }

export async function insertClosing(tx: Tx, closing: NewClosing): Promise<void> {
  await tx
    .insertInto('till_closings')
    .values({
      id: closing.id,
      center_id: closing.centerId,
      number: closing.number,
      closed_by: closing.closedBy,
      closed_at: closing.closedAt,
      opening_float: closing.openingFloatCents,
      expected_cash: closing.expectedCash,
      expected_debit: closing.expectedDebit,
      expected_transfer: closing.expectedTransfer,
      counted_cash: closing.countedCash,
      counted_debit: closing.countedDebit,
      counted_transfer: closing.countedTransfer,
      online_amount: closing.onlineCents,
      float_left: closing.floatLeftCents,
      note: closing.note,
    })
    .execute()
}

/** The closings that a user made, and those of the user's own centre; oldest first. */
export async function listClosingsOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('till_closings')
    .innerJoin('center_profiles', 'center_profiles.id', 'till_closings.center_id')
    .where((eb) => eb.or([eb('closed_by', '=', userId), eb('center_id', '=', userId)]))
    .orderBy('closed_at')
    .select([...countColumns, 'center_profiles.center_name as centerName', 'float_left as floatLeft', 'currency'])
    .execute()
}
