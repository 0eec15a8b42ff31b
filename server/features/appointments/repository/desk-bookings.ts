import type { Appointment } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
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
export async function insertDeskBooking(tx: Tx, input: NewDeskBooking): Promise<boolean> {
  const { service, attendee, now } = input
  const row = await tx
    .insertInto('appointments')
    .values({
      id: input.id,
      center_id: service.centerId,
      professional_id: service.professionalId,
      service_id: service.serviceId,
      patient_id: 'patientId' in attendee ? attendee.patientId : null,
      dependant_id: 'patientId' in attendee ? attendee.dependantId : null,
      guest_id: 'guestId' in attendee ? attendee.guestId : null,
      booked_by: 'center',
      idempotency_key: input.idempotencyKey,
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
