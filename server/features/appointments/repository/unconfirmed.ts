import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { AgendaScope } from './agenda.ts'
import { isUnconfirmed } from './unproven.ts'

type Scope = AgendaScope & { now: Date }

/** Nothing is paid, and the attendee has not arrived: what the desk may cancel together. */
const ofCenter = ({ centerId, professionalId, now }: Scope) => sql`
  appointments.center_id = ${centerId} and appointments.starts_at > ${now} and ${isUnconfirmed}
  and appointments.professional_id = coalesce(${professionalId ?? null}::uuid, appointments.professional_id)
  and appointments.paid_amount = 0 and appointments.arrived_at is null`

export async function countUnconfirmed(db: Db | Tx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from appointments where ${ofCenter(scope)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type UnconfirmedRow = {
  appointmentId: string
  startsAt: Date
  professionalId: string
  professionalName: string
  patientId: string
  name: string
  phone: string | null
}

/** By start. `appointmentIds`: only those of them. */
export async function listUnconfirmed(
  db: Db | Tx,
  { limit, appointmentIds = null, ...scope }: Scope & { limit: number; appointmentIds?: readonly string[] | null },
): Promise<UnconfirmedRow[]> {
  const { rows } = await sql<UnconfirmedRow>`
    select appointments.id as "appointmentId", appointments.starts_at as "startsAt", professionals.id as "professionalId",
      professionals.full_name as "professionalName", profiles.id as "patientId", profiles.full_name as name,
      nullif(profiles.phone, '') as phone
    from appointments
    join professionals on professionals.id = appointments.professional_id
    join profiles on profiles.id = appointments.patient_id
    where ${ofCenter(scope)} and (${appointmentIds}::uuid[] is null or appointments.id = any (${appointmentIds}::uuid[]))
    order by appointments.starts_at, appointments.id
    limit ${limit}`.execute(db)
  return rows
}
