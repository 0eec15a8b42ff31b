import type { InsertObject } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import type { CenterService } from './free-times.ts'
import { range } from './range.ts'

export async function findByIdempotencyKey(
  tx: Tx,
  { centerId, idempotencyKey }: { centerId: string; idempotencyKey: string },
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('appointments')
    .select('id')
    .where('center_id', '=', centerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type NewDeskBooking = Span & {
  id: string
  idempotencyKey: string
  service: CenterService
  attendee: { patientId: string; dependantId: string | null } | { guestId: string }
  place: Appointment['place']
  homeAddress: string | null
  now: Date
}

/** @returns false when the professional or the attendee has another appointment at that time */
export async function insertDeskBooking(tx: Tx, { idempotencyKey, ...input }: NewDeskBooking): Promise<boolean> {
  return (await insertBookings(tx, [{ ...deskRow(tx, input), idempotency_key: idempotencyKey }])).length === 1
}

type NewDeskSeries = Omit<NewDeskBooking, keyof Span | 'id' | 'idempotencyKey'> & {
  seriesId: string
  /** In the order of their starts, so that two series that compete for several times cannot deadlock. */
  spans: readonly (Span & { id: string })[]
}

/** @returns how many it booked: fewer where the professional or the attendee has another appointment at one of the times */
export async function insertDeskSeries(tx: Tx, { seriesId, spans, ...input }: NewDeskSeries): Promise<number> {
  const rows = spans.map((span, index) => ({
    ...deskRow(tx, { ...input, ...span }),
    series_id: seriesId,
    series_place: index + 1,
    series_size: spans.length,
  }))
  return (await insertBookings(tx, rows)).length
}

export type ImportedBooking = Omit<NewDeskBooking, 'idempotencyKey' | 'now'> & { line: number; priceCents: number }
type ImportedBookings = { importId: string; bookings: readonly ImportedBooking[]; now: Date }

/** @returns the ids of those that it booked: not of one whose professional or attendee has another appointment at that time */
export async function insertImportedBookings(
  tx: Tx,
  { importId, bookings, now }: ImportedBookings,
): Promise<Set<string>> {
  const rows = bookings
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ line, priceCents, ...booking }) => ({
      ...deskRow(tx, { ...booking, now }),
      price: priceCents,
      import_id: importId,
      import_line: line,
    }))
  return new Set(rows.length === 0 ? [] : await insertBookings(tx, rows))
}

/** @returns the ids of those that it inserted */
async function insertBookings(tx: Tx, rows: InsertObject<DB, 'appointments'>[]): Promise<string[]> {
  const booked = await tx
    .insertInto('appointments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return booked.map(({ id }) => id)
}

function deskRow(tx: Tx, input: Omit<NewDeskBooking, 'idempotencyKey'>) {
  const { service, attendee, now } = input
  return {
    id: input.id,
    center_id: service.centerId,
    professional_id: service.professionalId,
    service_id: service.serviceId,
    patient_id: 'patientId' in attendee ? attendee.patientId : null,
    dependant_id: 'patientId' in attendee ? attendee.dependantId : null,
    guest_id: 'guestId' in attendee ? attendee.guestId : null,
    booked_by: 'center',
    status: 'confirmed',
    during: range(input),
    place: input.place,
    home_address: input.homeAddress,
    price: service.priceCents,
    late_refund_percent: service.lateRefundPercent,
    vat_percent: tx.selectFrom('services').where('id', '=', service.serviceId).select('vat_percent'),
    booked_at: now,
    requested_at: now,
    confirmed_at: now,
    created_at: now,
    updated_at: now,
  }
}
