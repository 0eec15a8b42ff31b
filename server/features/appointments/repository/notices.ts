import type { AppointmentStatus } from '#contract/appointments.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export type Audience = 'attendee' | 'center'
export type KnownState = {
  startsAt: Date
  /** Null in a notice that an earlier version stored, as the service. */
  endsAt: Date | null
  professionalId: string
  serviceId: string | null
  status: AppointmentStatus
}
type NoticeKey = { appointmentId: string; audience: Audience }

/** Replaces the event of the waiting notice by the latest one. @returns false when none waits */
export async function updateNotice(
  tx: Tx,
  { event, appointmentId, audience }: NoticeKey & { event: object },
): Promise<boolean> {
  const row = await tx
    .updateTable('appointment_notices')
    .set({ event: JSON.stringify(event) })
    .where('appointment_id', '=', appointmentId)
    .where('audience', '=', audience)
    .returning('appointment_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a notice about an appointment that the transaction has locked. */
export async function insertNotice(
  tx: Tx,
  { appointmentId, audience, event, known, dueAt }: NoticeKey & { event: object; known: KnownState; dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('appointment_notices')
    .values({
      appointment_id: appointmentId,
      audience,
      event: JSON.stringify(event),
      known_starts_at: known.startsAt,
      known_ends_at: known.endsAt,
      known_professional_id: known.professionalId,
      known_service_id: known.serviceId,
      known_status: known.status,
      due_at: dueAt,
    })
    .execute()
}

/** When the waiting notice of the appointment to this audience is due; undefined: none waits. */
export async function findNoticeDueAt(tx: Tx, { appointmentId, audience }: NoticeKey): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('appointment_notices')
    .where('appointment_id', '=', appointmentId)
    .where('audience', '=', audience)
    .select('due_at as dueAt')
    .executeTakeFirst()
  return row?.dueAt
}

export async function listNoticesOfPatient(tx: Tx, { patientId }: { patientId: string }) {
  const rows = await tx
    .selectFrom('appointment_notices')
    .innerJoin('appointments', 'appointments.id', 'appointment_notices.appointment_id')
    .where('appointments.patient_id', '=', patientId)
    .where('appointment_notices.audience', '=', 'center')
    .orderBy('appointments.id')
    .select(['appointments.id as appointmentId', 'due_at as dueAt'])
    .execute()
  return rows.map((row) => ({ ...row, audience: 'center' as const }))
}

export async function listNoticesOfGuests(tx: Tx, { centerId, guestId }: { centerId: string; guestId?: string }) {
  const rows = await tx
    .selectFrom('appointment_notices')
    .innerJoin('appointments', 'appointments.id', 'appointment_notices.appointment_id')
    .where('appointments.center_id', '=', centerId)
    .where('appointments.guest_id', 'is not', null)
    .$if(guestId !== undefined, (query) => query.where('appointments.guest_id', '=', guestId ?? null))
    .where('appointment_notices.audience', '=', 'attendee')
    .orderBy('appointments.id')
    .select(['appointments.id as appointmentId', 'due_at as dueAt'])
    .execute()
  return rows.map((row) => ({ ...row, audience: 'attendee' as const }))
}

export async function deleteNotices(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await tx.deleteFrom('appointment_notices').where('appointment_id', '=', appointmentId).execute()
}

/** Deletes the notice that is due at that instant, and returns it. Undefined when it was already deleted. */
export async function takeNotice(
  tx: Tx,
  { appointmentId, audience, dueAt }: NoticeKey & { dueAt: Date },
): Promise<{ event: unknown; known: KnownState } | undefined> {
  const row = await tx
    .deleteFrom('appointment_notices')
    .where('appointment_id', '=', appointmentId)
    .where('audience', '=', audience)
    .where('due_at', '=', dueAt)
    .returning([
      'event',
      'known_starts_at as startsAt',
      'known_ends_at as endsAt',
      'known_professional_id as professionalId',
      'known_service_id as serviceId',
      'known_status as status',
    ])
    .$narrowType<{ status: AppointmentStatus }>()
    .executeTakeFirst()
  if (!row) return undefined
  const { event, ...known } = row
  return { event, known }
}

/** The names of the service and the professional that the reader knows. Undefined when an earlier version stored no service. */
export async function findKnownNames(
  tx: Tx,
  { serviceId, professionalId }: Pick<KnownState, 'serviceId' | 'professionalId'>,
): Promise<{ serviceName: string; professionalName: string } | undefined> {
  if (serviceId === null) return undefined
  return tx
    .selectFrom(['services', 'professionals'])
    .where('services.id', '=', serviceId)
    .where('professionals.id', '=', professionalId)
    .select(['services.name as serviceName', 'professionals.full_name as professionalName'])
    .executeTakeFirst()
}
