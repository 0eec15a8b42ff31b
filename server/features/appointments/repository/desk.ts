import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DeskMethod } from '#contract/agenda.ts'
import type { Appointment } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { localDay, type Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { range } from './range.ts'

/** A service of the centre, offered or not, public or not: the desk sells what the centre has. */
export function findService(
  db: Db | Tx,
  { centerId, serviceId, now }: { centerId: string; serviceId: string; now: Date },
) {
  const today = localDay({ instant: now, zone })
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'services.center_id')
    .where('services.id', '=', serviceId)
    .where('services.center_id', '=', centerId)
    .select([
      'services.id as serviceId',
      'services.professional_id as professionalId',
      'services.center_id as centerId',
      'services.service_type as serviceType',
      'services.price as priceCents',
      'services.duration_minutes as durationMinutes',
      'services.is_active as isOffered',
      'professionals.is_active as isWorking',
      'professionals.modalities',
    ])
    .select(
      sql<boolean>`not license_lapsed(center_profiles.id, center_profiles.services, ${today}::date)`.as(
        'takesBookings',
      ),
    )
    .executeTakeFirst()
}
export type DeskService = NonNullable<Awaited<ReturnType<typeof findService>>>

/** A professional's hours and the time off that a span touches. */
export async function findWorkingTime(tx: Tx, { professionalId, ...span }: Span & { professionalId: string }) {
  return tx
    .selectFrom('professionals')
    .where('id', '=', professionalId)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('weekly_hours')
          .whereRef('weekly_hours.professional_id', '=', 'professionals.id')
          .select(['weekday', 'start_minute as startMinute', 'end_minute as endMinute']),
      ).as('hours'),
      eb
        .exists(
          eb
            .selectFrom('time_off')
            .select('time_off.id')
            .whereRef('time_off.professional_id', '=', 'professionals.id')
            .where(sql<boolean>`time_off.during && ${range(span)}`),
        )
        .$castTo<boolean>()
        .as('isOff'),
    ])
    .executeTakeFirstOrThrow()
}

/** The same press, sent twice at once, enters one after the other. */
export async function lockEntry(
  tx: Tx,
  { centerId, idempotencyKey }: { centerId: string; idempotencyKey: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`entry:${centerId}:${idempotencyKey}`}, 0))`.execute(tx)
}

export async function findEntry(
  tx: Tx,
  { centerId, idempotencyKey }: { centerId: string; idempotencyKey: string },
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('entry_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type Entry = Span & {
  id: string
  idempotencyKey: string
  service: DeskService
  attendee: { patientId: string } | { guestId: string }
  place: Appointment['place']
  homeAddress: string | null
  now: Date
}

/** False when somebody has the time, or whoever comes has something else then. */
export async function insertEntry(tx: Tx, input: Entry): Promise<boolean> {
  const { service, attendee, now } = input
  const row = await tx
    .insertInto('appointments')
    .values({
      id: input.id,
      center_id: service.centerId,
      professional_id: service.professionalId,
      service_id: service.serviceId,
      patient_id: 'patientId' in attendee ? attendee.patientId : null,
      guest_id: 'guestId' in attendee ? attendee.guestId : null,
      booked_by: 'center',
      entry_key: input.idempotencyKey,
      status: 'confirmed',
      during: range(input),
      place: input.place,
      home_address: input.homeAddress,
      price: service.priceCents,
      booked_at: now,
      requested_at: now,
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Marked = { appointmentId: string; now: Date }

export async function setConfirmedByCenter(tx: Tx, { appointmentId, now }: Marked): Promise<void> {
  await mark(tx, { appointmentId, now, set: { status: 'confirmed', confirmed_at: now } })
}

/** `at`: null takes the mark away. */
export async function setArrived(tx: Tx, { appointmentId, at, now }: Marked & { at: Date | null }): Promise<void> {
  await mark(tx, { appointmentId, now, set: { arrived_at: at } })
}

export async function setCompleted(tx: Tx, { appointmentId, now }: Marked): Promise<void> {
  await mark(tx, { appointmentId, now, set: { status: 'completed', completed_at: now } })
}

export async function setNoShow(tx: Tx, { appointmentId, now }: Marked): Promise<void> {
  await mark(tx, { appointmentId, now, set: { status: 'no_show', completed_at: null } })
}

export async function setReopened(tx: Tx, { appointmentId, now }: Marked): Promise<void> {
  await mark(tx, { appointmentId, now, set: { status: 'confirmed', completed_at: null, reopened_at: now } })
}

type Columns = Partial<{
  status: string
  confirmed_at: Date
  arrived_at: Date | null
  completed_at: Date | null
  reopened_at: Date
}>

async function mark(tx: Tx, { appointmentId, now, set }: Marked & { set: Columns }): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ ...set, updated_at: now })
    .where('id', '=', appointmentId)
    .execute()
}

/** Of a row that is locked. It also tells whoever is looking at the diary. */
export async function insertPayment(
  tx: Tx,
  input: Marked & { centerId: string; amountCents: number; method: DeskMethod; collectedBy: string },
): Promise<void> {
  await tx
    .insertInto('desk_payments')
    .values({
      appointment_id: input.appointmentId,
      center_id: input.centerId,
      amount: input.amountCents,
      method: input.method,
      collected_by: input.collectedBy,
      collected_at: input.now,
    })
    .execute()
  await mark(tx, { ...input, set: {} })
}

/** It was a mistake: it stays to be read, and counts no more. */
export async function setPaymentUndone(tx: Tx, input: Marked & { undoneBy: string }): Promise<void> {
  await livePayment(tx, input).set({ undone_at: input.now, undone_by: input.undoneBy }).execute()
  await mark(tx, { ...input, set: {} })
}

export async function setRefunded(tx: Tx, input: Marked): Promise<void> {
  await livePayment(tx, input).set({ refunded_at: input.now }).execute()
  await mark(tx, { ...input, set: {} })
}

function livePayment(tx: Tx, { appointmentId }: Pick<Marked, 'appointmentId'>) {
  return tx.updateTable('desk_payments').where('appointment_id', '=', appointmentId).where('undone_at', 'is', null)
}
