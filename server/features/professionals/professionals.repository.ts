import { sql } from 'kysely'
import type { WeeklyInterval } from '#server/features/appointments/rules/free-times.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
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
