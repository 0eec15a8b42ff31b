import type { AppointmentStatus } from '#contract/appointments.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export type Audience = 'attendee' | 'center'
/** What a reader knows of an appointment. */
export type KnownState = { startsAt: Date; professionalId: string; status: AppointmentStatus }
type NoticeKey = { appointmentId: string; audience: Audience }

/** The last change of a notice that waits already. @returns false when none waits. */
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

/** For an appointment that the transaction has locked. */
export async function insertNotice(
  tx: Tx,
  { appointmentId, audience, event, notified, dueAt }: NoticeKey & { event: object; notified: KnownState; dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('appointment_notices')
    .values({
      appointment_id: appointmentId,
      audience,
      event: JSON.stringify(event),
      told_starts_at: notified.startsAt,
      told_professional_id: notified.professionalId,
      told_status: notified.status,
      due_at: dueAt,
    })
    .execute()
}

/** What waits to be mailed to the centres of a patient. */
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

/** What waits is not mailed. */
export async function deleteNotices(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await tx.deleteFrom('appointment_notices').where('appointment_id', '=', appointmentId).execute()
}

/** Takes the notice away that was due then. Undefined: it is gone. */
export async function takeNotice(
  tx: Tx,
  { appointmentId, audience, dueAt }: NoticeKey & { dueAt: Date },
): Promise<{ event: unknown; notified: KnownState } | undefined> {
  const row = await tx
    .deleteFrom('appointment_notices')
    .where('appointment_id', '=', appointmentId)
    .where('audience', '=', audience)
    .where('due_at', '=', dueAt)
    .returning(['event', 'told_starts_at', 'told_professional_id', 'told_status'])
    .$narrowType<{ told_status: AppointmentStatus }>()
    .executeTakeFirst()
  if (!row) return undefined
  const { event, told_starts_at: startsAt, told_professional_id: professionalId, told_status: status } = row
  return { event, notified: { startsAt, professionalId, status } }
}
