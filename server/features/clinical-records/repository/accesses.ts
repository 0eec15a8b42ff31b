import { sql } from 'kysely'
import type { RecordAccess } from '#contract/clinical-records.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type Access = {
  userId: string
  /** Null when the patient reads the record. */
  professionalId: string | null
  action: RecordAccess['action']
  reason: RecordAccess['reason']
  /** By default the record. */
  subject?: RecordAccess['subject']
  now: Date
}

/** Logs one access per appointment, in the transaction that reads or writes its record. */
export async function insertAccesses(
  tx: Tx,
  { appointmentIds, ...access }: Access & { appointmentIds: readonly string[] },
): Promise<void> {
  if (appointmentIds.length === 0) return
  const rows = appointmentIds.map((appointmentId) => ({ id: newId(), appointmentId }))
  await sql`
    insert into clinical_record_accesses
      (id, appointment_id, user_id, professional_id, action, reason, subject, accessed_at)
    select id, appointment_id, ${access.userId}, ${access.professionalId}, ${access.action}, ${access.reason},
      ${access.subject ?? 'record'}, ${access.now}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.appointmentId)}::uuid[])
      as accessed (id, appointment_id)`.execute(tx)
}

export async function hasReadOthers(
  tx: Tx,
  { userId, attendeeId }: { userId: string; attendeeId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('clinical_record_accesses')
    .innerJoin('appointments', 'appointments.id', 'clinical_record_accesses.appointment_id')
    .where('clinical_record_accesses.user_id', '=', userId)
    .where('appointments.attendee_id', '=', attendeeId)
    .where('reason', 'in', ['continuity', 'consent'])
    .select('clinical_record_accesses.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The accesses to the record of one appointment, newest first. */
export function listAccesses(
  db: Db | Tx,
  { appointmentId, after, limit }: { appointmentId: string; after: Position | undefined; limit: number },
) {
  return accessRows(db)
    .select(worksAlone('center_profiles').as('worksAlone'))
    .where('clinical_record_accesses.appointment_id', '=', appointmentId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(accessed_at, clinical_record_accesses.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('accessed_at', 'desc')
    .orderBy('clinical_record_accesses.id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest accesses to the records of an account. */
export function listAllAccesses(db: Db | Tx, { patientId, limit }: { patientId: string; limit: number }) {
  return accessRows(db)
    .innerJoin('appointments', 'appointments.id', 'clinical_record_accesses.appointment_id')
    .where('appointments.patient_id', '=', patientId)
    .select('clinical_record_accesses.appointment_id as appointmentId')
    .orderBy('accessed_at', 'desc')
    .orderBy('clinical_record_accesses.id', 'desc')
    .limit(limit)
    .execute()
}

function accessRows(db: Db | Tx) {
  return db
    .selectFrom('clinical_record_accesses')
    .leftJoin('professionals', 'professionals.id', 'clinical_record_accesses.professional_id')
    .leftJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .select([
      'clinical_record_accesses.id',
      'professionals.full_name as professionalName',
      'center_profiles.center_name as centerName',
      'action',
      'reason',
      'subject',
      'accessed_at as accessedAt',
    ])
    .$narrowType<Pick<RecordAccess, 'action' | 'reason' | 'subject'>>()
}
