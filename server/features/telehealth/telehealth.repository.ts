import { sql } from 'kysely'
import type { AppointmentStatus } from '#contract/appointments.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type Decision = 'given' | 'revoked'

export type VirtualAppointment = {
  appointmentId: string
  professionalId: string
  place: string
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  link: string | null
  hasAccount: boolean
  /** Whether the patient has confirmed the address of their account. At the desk not read: false. */
  isAddressProven: boolean
  decision: Decision | null
  textVersion: string | null
  decidedAt: Date | null
}

const isAddressProven = sql`exists (select from users where users.id = a.patient_id and email_verified_at is not null)`

export async function findAppointment(
  db: Db | Tx,
  { appointmentId, ...owner }: { appointmentId: string } & ({ centerId: string } | { patientId: string }),
): Promise<VirtualAppointment | undefined> {
  const { rows } = await sql<VirtualAppointment>`
    select a.id as "appointmentId", a.professional_id as "professionalId", a.place, a.status,
      a.starts_at as "startsAt", a.ends_at as "endsAt", professionals.video_link as link,
      coalesce(profiles.status <> 'deleted', false) as "hasAccount",
      ${'patientId' in owner ? isAddressProven : sql`false`} as "isAddressProven",
      latest.decision, latest.text_version as "textVersion", latest.decided_at as "decidedAt"
    from appointments a
    join professionals on professionals.id = a.professional_id
    left join profiles on profiles.id = a.patient_id
    left join lateral (
      select decision, text_version, decided_at from telehealth_consents
      where appointment_id = a.id order by decided_at desc, id desc limit 1) as latest on true
    where a.id = ${appointmentId} and a.status <> 'held'
      and ${'centerId' in owner ? sql`a.center_id = ${owner.centerId}` : sql`a.patient_id = ${owner.patientId}`}`.execute(
    db,
  )
  return rows[0]
}

export async function insertConsent(
  tx: Tx,
  input: { id: string; appointmentId: string; userId: string; decision: Decision; textVersion: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('telehealth_consents')
    .values({
      id: input.id,
      appointment_id: input.appointmentId,
      user_id: input.userId,
      decision: input.decision,
      text_version: input.textVersion,
      decided_at: input.now,
    })
    .execute()
}

/** All decisions of the account, oldest first. */
export function listConsents(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('telehealth_consents')
    .innerJoin('appointments', 'appointments.id', 'telehealth_consents.appointment_id')
    .where('telehealth_consents.user_id', '=', userId)
    .orderBy('decided_at')
    .orderBy('telehealth_consents.id')
    .select([
      'decided_at as decidedAt',
      'decision',
      'text_version as textVersion',
      'appointment_id as appointmentId',
      'telehealth_consents.id',
    ])
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .execute()
}
