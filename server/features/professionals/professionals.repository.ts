import { sql } from 'kysely'
import type { WeeklyInterval } from '#server/features/appointments/rules/free-times.ts'
import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { NewProfessional } from './professionals.types.ts'

export async function insertProfessional(
  tx: Tx,
  { id, professional, now }: { id: string; professional: NewProfessional; now: Date },
): Promise<void> {
  await tx
    .insertInto('professionals')
    .values({
      id,
      center_id: professional.centerId,
      user_id: professional.userId ?? null,
      full_name: professional.name,
      title: professional.title ?? '',
      specialties: [...(professional.specialties ?? [])],
      modalities: [...(professional.modalities ?? ['Presencial'])],
      video_platform: professional.videoPlatform ?? null,
      registration_number: professional.registrationNumber ?? null,
      bio: professional.bio ?? '',
      photo_url: professional.photoUrl ?? null,
      created_at: now,
    })
    .execute()
}

export async function listCenterSpecialties(tx: Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const row = await tx
    .selectFrom('center_profiles')
    .select('specialties')
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
  return row.specialties
}

export async function setCenterSpecialties(tx: Tx, o: { centerId: string; specialties: string[]; now: Date }) {
  await tx
    .updateTable('center_profiles')
    .set({ specialties: o.specialties, updated_at: o.now })
    .where('id', '=', o.centerId)
    .execute()
}

/** Bookings read a professional's hours under a share lock, so hours change between two bookings and never during one. */
export async function lockProfessional(tx: Tx, { professionalId }: { professionalId: string }): Promise<void> {
  await tx
    .selectFrom('professionals')
    .select('id')
    .where('id', '=', professionalId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function replaceHours(
  tx: Tx,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await tx.deleteFrom('weekly_hours').where('professional_id', '=', professionalId).execute()
  if (intervals.length === 0) return
  await tx
    .insertInto('weekly_hours')
    .values(
      intervals.map(({ weekday, startMinute, endMinute }) => ({
        id: newId(),
        professional_id: professionalId,
        weekday,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    )
    .execute()
}

export async function insertTimeOff(
  tx: Tx,
  o: { id: string; professionalId: string; startsAt: Date; endsAt: Date; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('time_off')
    .values({
      id: o.id,
      professional_id: o.professionalId,
      during: sql<string>`tstzrange(${o.startsAt}, ${o.endsAt})`,
      reason: o.reason,
      created_at: o.now,
    })
    .execute()
}

/** Everybody whom a centre lists or listed, and whoever works elsewhere with this account. */
export async function listAllOf(db: Db | Tx, o: { centerId: string } | { userId: string }) {
  return db
    .selectFrom('professionals')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .where((eb) => ('centerId' in o ? eb('center_id', '=', o.centerId) : eb('user_id', '=', o.userId)))
    .orderBy('professionals.created_at')
    .orderBy('professionals.id')
    .select([
      'professionals.id',
      'center_profiles.center_name as centerName',
      'professionals.full_name as fullName',
      'professionals.title',
      'professionals.specialties',
      'professionals.modalities',
      'professionals.video_platform as videoPlatform',
      'professionals.registration_number as registrationNumber',
      'professionals.bio',
      'professionals.photo_url as photoUrl',
      'professionals.is_active as isActive',
      'professionals.rating',
      'professionals.total_reviews as totalReviews',
      'professionals.created_at as createdAt',
    ])
    .execute()
}

export async function listAllHours(db: Db | Tx, o: { professionalIds: readonly string[] }) {
  if (o.professionalIds.length === 0) return []
  return db
    .selectFrom('weekly_hours')
    .innerJoin('professionals', 'professionals.id', 'weekly_hours.professional_id')
    .where('professional_id', 'in', o.professionalIds)
    .orderBy('professionals.full_name')
    .orderBy('professional_id')
    .orderBy('weekday')
    .orderBy('start_minute')
    .select(['professionals.full_name as professionalName', 'weekday', 'start_minute', 'end_minute'])
    .execute()
}

export async function listAllTimeOff(db: Db | Tx, o: { professionalIds: readonly string[] }) {
  if (o.professionalIds.length === 0) return []
  return db
    .selectFrom('time_off')
    .innerJoin('professionals', 'professionals.id', 'time_off.professional_id')
    .where('professional_id', 'in', o.professionalIds)
    .orderBy('time_off.during')
    .select('professionals.full_name as professionalName')
    .select([sql<Date>`lower(during)`.as('startsAt'), sql<Date>`upper(during)`.as('endsAt')])
    .select(['time_off.reason', 'time_off.created_at as createdAt'])
    .execute()
}

/** Nobody can book any of them from here on; bookings that are being made are waited for. */
export async function lockTeam(tx: Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('professionals')
    .select('id')
    .where('center_id', '=', centerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** They stay for the histories that name them, without what only a public page or a calendar needs. */
export async function retireTeam(
  tx: Tx,
  o: { centerId: string; professionalIds: readonly string[]; rename: string | undefined },
): Promise<void> {
  if (o.professionalIds.length === 0) return
  await tx.deleteFrom('weekly_hours').where('professional_id', 'in', o.professionalIds).execute()
  await tx.deleteFrom('time_off').where('professional_id', 'in', o.professionalIds).execute()
  await tx
    .updateTable('professionals')
    .set({ is_active: false, user_id: null, bio: '', registration_number: null, video_platform: null, photo_url: null })
    .set(o.rename === undefined ? {} : { full_name: o.rename, title: '' })
    .where('center_id', '=', o.centerId)
    .execute()
}

export async function forgetAccount(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.updateTable('professionals').set({ user_id: null }).where('user_id', '=', userId).execute()
}
