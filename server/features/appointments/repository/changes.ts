import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { PatientScope } from './appointments.ts'
import { range } from './range.ts'

/**
 * Writers that give an attendee or a professional a new time by UPDATE queue up here first: two updates that want each
 * other's time would deadlock in the exclusion constraint. Inserts need no lock, `ON CONFLICT` cannot deadlock.
 */
export async function lockCalendars(tx: Tx, ownerIds: readonly string[]): Promise<void> {
  for (const ownerId of [...ownerIds].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar:${ownerId}`}, 0))`.execute(tx)
  }
}

/** Until the transaction ends the patient's account is not deleted. @returns false when it was. */
export async function lockPatient(tx: Tx, { patientId }: PatientScope): Promise<boolean> {
  const row = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', patientId)
    .where('status', '!=', 'deleted')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person already has something at that time, other than one appointment of theirs. */
export async function isAttendeeBusy(
  tx: Tx,
  { attendeeId, exceptAppointment, ...span }: Span & { attendeeId: string; exceptAppointment?: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('appointments')
    .select('id')
    .where('attendee_id', '=', attendeeId)
    .where('status', 'in', occupyingStatuses)
    .where(sql<boolean>`during && ${range(span)}`)
    .where('id', 'is distinct from', exceptAppointment ?? null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** As isAttendeeBusy(): at which centre, and what; the asker's own centre first. */
export async function findBusyOf(
  tx: Tx,
  input: Span & { attendeeId: string; exceptAppointment?: string | undefined; centerId: string },
): Promise<{ appointmentId: string; centerId: string } | undefined> {
  return tx
    .selectFrom('appointments')
    .select(['id as appointmentId', 'center_id as centerId'])
    .where('attendee_id', '=', input.attendeeId)
    .where('status', 'in', occupyingStatuses)
    .where(sql<boolean>`during && ${range(input)}`)
    .where('id', 'is distinct from', input.exceptAppointment ?? null)
    .orderBy(sql`center_id = ${input.centerId}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findProfileAddress(tx: Tx, { patientId }: PatientScope): Promise<string | null> {
  const row = await tx.selectFrom('profiles').select('address').where('id', '=', patientId).executeTakeFirst()
  return row?.address ?? null
}

export async function hasDependants(db: Db | Tx, { patientId }: { patientId: string | null }): Promise<boolean> {
  return (
    (await db
      .selectFrom('dependants')
      .select('id')
      .where('guardian_id', '=', patientId)
      .where('removed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Until the transaction ends the dependant is not removed, either. */
export async function isDependantOf(
  tx: Tx,
  { patientId, dependantId }: PatientScope & { dependantId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('dependants')
    .select('id')
    .where('id', '=', dependantId)
    .where('guardian_id', '=', patientId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

type Confirmation = {
  appointmentId: string
  patientId: string
  dependantId: string | null
  homeAddress: string | null
  status: 'pending' | 'confirmed'
  now: Date
}

export async function setConfirmed(
  tx: Tx,
  { appointmentId, patientId, dependantId, homeAddress, status, now }: Confirmation,
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({
      status,
      patient_id: patientId,
      dependant_id: dependantId,
      home_address: homeAddress,
      holder_key: null,
      holder_address: null,
      hold_expires_at: null,
      booked_at: now,
      requested_at: now,
      confirmed_at: status === 'confirmed' ? now : null,
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .execute()
}

type Move = Span & {
  appointmentId: string
  status: 'pending' | 'confirmed'
  movedBy: 'patient' | 'center'
  lateSince: Date | null
  /** The same service of somebody else. */
  service?: { serviceId: string; professionalId: string }
  now: Date
}

export async function setMoved(tx: Tx, input: Move): Promise<void> {
  const { appointmentId, status, movedBy, lateSince, service, now, ...span } = input
  await tx
    .updateTable('appointments')
    .set({
      during: range(span),
      status,
      requested_at: now,
      confirmed_at: status === 'confirmed' ? now : null,
      moved_at: now,
      moved_by: movedBy,
      arrived_at: null,
      // Moved to before the acceptance, it was not accepted before it took place.
      accepted_at: sql<Date | null>`case when accepted_at < ${span.startsAt}::timestamptz then accepted_at end`,
      late_since: lateSince,
      ...(service && { service_id: service.serviceId, professional_id: service.professionalId }),
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .execute()
}

/** The patient says that an appointment entered by the desk is theirs. */
export async function setConfirmedByCenter(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ accepted_at: now, updated_at: now })
    .where('id', '=', appointmentId)
    .execute()
}

type Cancellation = {
  appointmentId: string
  by: 'patient' | 'center' | 'system'
  /** The desk writes down what the patient asked for. */
  atDesk?: boolean
  reason: string | null
  refundPercent: number
  now: Date
}

/** With what its centre was paid for it, as much of it as is given back is owed from now on. */
export async function setCancelled(
  tx: Tx,
  { appointmentId, by, atDesk = false, reason, refundPercent, now }: Cancellation,
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({
      status: 'cancelled',
      cancelled_at: now,
      cancelled_by: by,
      cancelled_at_desk: atDesk,
      cancellation_reason: reason,
      refund_percent: refundPercent,
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .execute()
  await tx
    .updateTable('desk_payments')
    // Of half a cent the patient gets the whole one. Nothing to give back is null.
    .set({ refund_amount: sql<number | null>`nullif(ceil(amount * ${refundPercent}::int / 100.0)::int, 0)` })
    .where('appointment_id', '=', appointmentId)
    .where('undone_at', 'is', null)
    .execute()
}

/** Whether the centre has called off another of the person's own bookings since then. */
export async function wasCompensated(
  tx: Tx,
  {
    patientId,
    centerId,
    since,
    exceptAppointment,
  }: PatientScope & { centerId: string; exceptAppointment: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('appointments')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('status', '=', 'cancelled')
    .where('cancelled_by', '=', 'center')
    .where('booked_by', '=', 'patient')
    .where('cancelled_at', '>=', since)
    .where('id', '!=', exceptAppointment)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Confirmed appointments that ended before an instant took place, as long as the desk doesn't say otherwise. At most `limit` of them, the oldest first;
 * one that somebody is writing to right now waits for the next time, and one that was taken back lately is left to people.
 * @returns which were completed
 */
export async function completePast(
  tx: Tx,
  { now, endedBefore, reopenedBefore, limit }: { now: Date; endedBefore: Date; reopenedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .with('over', (db) =>
      db
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', 'confirmed')
        .where('ends_at', '<=', endedBefore)
        .where((eb) => eb.or([eb('reopened_at', 'is', null), eb('reopened_at', '<=', reopenedBefore)]))
        .orderBy('ends_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('appointments')
    .from('over')
    .set({ status: 'completed', completed_at: now, updated_at: now })
    .whereRef('appointments.id', '=', 'over.id')
    .returning('appointments.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Pending appointments that were asked for before one instant or begin before another, oldest question first. */
export async function listPending(
  db: Db,
  { requestedBefore, startsBefore }: { requestedBefore: Date; startsBefore: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('requested_at', '<=', requestedBefore), eb('starts_at', '<=', startsBefore)]))
    .orderBy('requested_at')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
