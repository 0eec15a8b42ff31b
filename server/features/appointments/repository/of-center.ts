import { sql } from 'kysely'
import { openStatuses } from '#contract/appointments.ts'
import { closesAt } from '#server/features/centers/repository/closed.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import { hasWritten, writtenColumns } from './of-account.ts'

type OfCenter = { centerId: string }

export async function hasUpcomingAppointments(
  db: Db | Tx,
  { centerId, now }: OfCenter & { now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('status', 'in', literals(openStatuses))
    .where(sql<boolean>`ends_at > ${now}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const beginsWhileClosed = sql<boolean>`exists (
  select from profiles where profiles.id = appointments.center_id and ${closesAt(sql.ref('appointments.starts_at'))})`

/** The open appointments that have not begun, and begin while staff keep the centre closed, the next first. */
export async function listClosedIds(db: Db | Tx, { centerId, now }: OfCenter & { now: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('status', 'in', literals(openStatuses))
    .where('starts_at', '>', now)
    .where(beginsWhileClosed)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function isBegunWhileClosed(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', appointmentId)
    .where(beginsWhileClosed)
    .executeTakeFirst()
  return row !== undefined
}

/** What closing centres until an instant, or for good, does to their upcoming appointments. */
export async function countClosingEffects(
  db: Db,
  { centerIds, until, now }: { centerIds: readonly string[]; until: Date | null; now: Date },
) {
  const { rows } = await sql<{ cancelled: number; people: number; paidCents: number; dueCents: number; kept: number }>`
    select (count(*) filter (where is_inside))::int as cancelled,
      (count(distinct attendee_id) filter (where is_inside))::int as people,
      coalesce(sum(paid_amount) filter (where is_inside), 0)::bigint as "paidCents",
      coalesce(sum(greatest(price - discount_amount - paid_amount, 0)) filter (where is_inside), 0)::bigint as "dueCents",
      (count(*) filter (where not is_inside))::int as kept
    from (
      select *, coalesce(starts_at < ${until}::timestamptz, true) as is_inside from appointments
      where center_id = any(${centerIds}::uuid[]) and status in ${literals(openStatuses)} and starts_at > ${now}) as upcoming`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate without a row')
  return row
}

export async function hasHadAppointments(db: Db | Tx, { centerId }: OfCenter): Promise<boolean> {
  const row = await db
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('status', '!=', sql.lit('held'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the appointments of guests and the held times, after their payments. */
export async function deleteOfGuests(tx: Tx, { centerId }: OfCenter): Promise<void> {
  await tx.deleteFrom('appointments').where('center_id', '=', centerId).where('patient_id', 'is', null).execute()
}

type OfGuests = OfCenter & { guestId?: string }

/** Clears the home addresses and the cancellation reasons of one guest, or of all guests of the centre. */
export async function anonymizeAppointmentsOfGuests(
  tx: Tx,
  { centerId, guestId, now }: OfGuests & { now: Date },
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ ...writtenColumns, updated_at: now })
    .where('center_id', '=', centerId)
    .where('guest_id', 'is not', null)
    .$if(guestId !== undefined, (query) => query.where('guest_id', '=', guestId ?? null))
    .where(hasWritten)
    .execute()
}

export async function findHistoryOfGuest(db: Db | Tx, { guestId, now }: { guestId: string; now: Date }) {
  const rows = await db
    .selectFrom('appointments')
    .where('guest_id', '=', guestId)
    .select((eb) =>
      eb
        .and([eb('status', 'in', literals(openStatuses)), eb('ends_at', '>', now)])
        .$castTo<boolean>()
        .as('isUpcoming'),
    )
    .execute()
  return { hasUpcoming: rows.some(({ isUpcoming }) => isUpcoming), hasAny: rows.length > 0 }
}

/** The appointments of a centre as its owner's data export lists them, the oldest first. It names no home address, which only the professional sees. */
export async function listAllOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('appointments')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('guests', 'guests.id', 'appointments.guest_id')
    .where('appointments.center_id', '=', centerId)
    .where('appointments.status', '!=', sql.lit('held'))
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .select(['appointments.status', 'professionals.full_name as professionalName', 'services.name as serviceName'])
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name', 'guests.full_name').as('attendeeName'))
    .select([
      'appointments.place',
      'appointments.price as priceCents',
      'appointments.discount_amount as discountCents',
      'appointments.paid_amount as paidCents',
      'appointments.currency',
      'appointments.booked_by as bookedBy',
      'appointments.cancelled_by as cancelledBy',
      'appointments.freed_unconfirmed as freedUnconfirmed',
      'appointments.id',
    ])
    .execute()
}
