import { sql } from 'kysely'
import { openStatuses } from '#contract/appointments.ts'
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

/** The open appointments that have not begun, the next first. */
export async function listUpcomingIds(db: Db, { centerId, now }: OfCenter & { now: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('status', 'in', literals(openStatuses))
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ id }) => id)
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
      'appointments.id',
    ])
    .execute()
}
