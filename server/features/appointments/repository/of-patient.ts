import { sql } from 'kysely'
import type { Position } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { type AppointmentRow, appointmentRows, type PatientScope } from './appointments.ts'

export type AppointmentScope = 'upcoming' | 'history'
type Page = PatientScope & {
  scope: AppointmentScope
  now: Date
  limit: number
  after?: Position
}

/** Upcoming appointments from the next one on; past ones from the latest one back. */
export function listAppointments(db: Db, { patientId, scope, now, limit, after }: Page): Promise<AppointmentRow[]> {
  const direction = scope === 'upcoming' ? 'asc' : 'desc'
  const page = appointmentRows(db)
    .where('appointments.patient_id', '=', patientId)
    .where('appointments.status', '!=', sql.lit('held'))
    .where(inScope(scope, now))
    .orderBy('appointments.starts_at', direction)
    .orderBy('appointments.id', direction)
    .limit(limit)
  if (after === undefined) return page.execute()
  const position = sql`(${after.at}::timestamptz, ${after.id}::uuid)`
  const beyond =
    scope === 'upcoming'
      ? sql<boolean>`(appointments.starts_at, appointments.id) > ${position}`
      : sql<boolean>`(appointments.starts_at, appointments.id) < ${position}`
  return page.where(beyond).execute()
}

export async function countAppointments(
  db: Db,
  { patientId, scope, now }: PatientScope & { scope: AppointmentScope; now: Date },
): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .where('status', '!=', sql.lit('held'))
    .where(inScope(scope, now))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function countFigures(db: Db, { patientId, now }: PatientScope & { now: Date }) {
  return db
    .selectFrom('appointments')
    .leftJoin('reviews', 'reviews.appointment_id', 'appointments.id')
    .where('appointments.patient_id', '=', patientId)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(inScope('upcoming', now)).as('upcoming'),
      eb.fn.countAll<number>().filterWhere('appointments.status', '=', sql.lit('completed')).as('completed'),
      eb.fn.count<number>('reviews.id').as('reviews'),
      eb.fn.avg<number | null>(sql<number>`reviews.rating::float8`).as('averageRating'),
    ])
    .executeTakeFirstOrThrow()
}

function inScope(scope: AppointmentScope, now: Date) {
  const upcoming = sql<boolean>`(appointments.status in ('pending', 'confirmed') and appointments.ends_at > ${now})`
  return scope === 'upcoming' ? upcoming : sql<boolean>`not ${upcoming}`
}
