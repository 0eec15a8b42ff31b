import { sql } from 'kysely'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { NewProfessional, ProfessionalEdit } from '../centers.types.ts'
import { editable } from './professional-columns.ts'

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
      ...editable.values(professional),
      photo_url: professional.photoUrl ?? null,
      created_at: now,
    })
    .execute()
}

/** With those who left. */
export async function countOfCenter(tx: Tx, { centerId }: { centerId: string }): Promise<number> {
  const { count } = await tx
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Matches the professionals of the user's own centre, and the user's entries as a professional of other centres. */
function ofAccount(userId: string) {
  return sql<boolean>`(professionals.center_id = ${userId} or professionals.user_id = ${userId})`
}

/** The professionals of the user's own centre come first. */
export async function listAllOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('professionals')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .where(ofAccount(userId))
    .orderBy((eb) => eb('professionals.center_id', '!=', userId))
    .orderBy('professionals.created_at')
    .orderBy('professionals.id')
    .select(editable.selection)
    .select([
      'professionals.id',
      'center_profiles.center_name as centerName',
      'professionals.photo_url as photoUrl',
      'professionals.is_active as isActive',
      'professionals.rating',
      'professionals.total_reviews as totalReviews',
      'professionals.created_at as createdAt',
    ])
    .execute()
}

export async function listAllHoursOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('weekly_hours')
    .innerJoin('professionals', 'professionals.id', 'weekly_hours.professional_id')
    .where(ofAccount(userId))
    .orderBy(alphabetical('professionals.full_name'))
    .orderBy('professional_id')
    .orderBy('weekday')
    .orderBy('start_minute')
    .select(['professionals.full_name as professionalName', 'weekday'])
    .select(['start_minute as startMinute', 'end_minute as endMinute'])
    .execute()
}

export async function listAllTimeOffOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('time_off')
    .innerJoin('professionals', 'professionals.id', 'time_off.professional_id')
    .where(ofAccount(userId))
    .orderBy('time_off.during')
    .select('professionals.full_name as professionalName')
    .select([sql<Date>`lower(during)`.as('startsAt'), sql<Date>`upper(during)`.as('endsAt')])
    .select(['time_off.reason', 'time_off.created_at as createdAt'])
    .execute()
}

/**
 * Waits for bookings in progress, and locks the team against new ones until the transaction ends. The caller has
 * locked the centre.
 */
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

/**
 * Deactivates the team. Its rows stay, because appointments refer to them: name, title and specialties remain; contact data,
 * presentation, photo, hours, absences and the centre's closings are deleted. `rename` replaces the names.
 */
export async function deactivateTeam(
  tx: Tx,
  {
    professionalIds,
    rename,
    centerId,
  }: { centerId: string; professionalIds: readonly string[]; rename: string | undefined },
): Promise<void> {
  await tx.deleteFrom('closing_days').where('center_id', '=', centerId).execute()
  if (professionalIds.length === 0) return
  await tx.deleteFrom('weekly_hours').where('professional_id', '=', anyOf(professionalIds)).execute()
  await tx.deleteFrom('time_off').where('professional_id', '=', anyOf(professionalIds)).execute()
  await tx
    .updateTable('professionals')
    .set({ ...editable.blanks, is_active: false, user_id: null, photo_url: null })
    .set(rename === undefined ? {} : { full_name: rename, title: '' })
    .where('center_id', '=', centerId)
    .execute()
}

/** Unlinks a deleted account from its professionals, who stay at their centres. */
export async function unlinkClosedAccount(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.updateTable('professionals').set({ user_id: null }).where('user_id', '=', userId).execute()
}

/** The specialties of the active professionals, without those of `except`. */
export async function listActiveSpecialties(
  tx: Tx,
  { centerId, except }: { centerId: string; except?: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .where('id', 'is distinct from', except ?? null)
    .orderBy('created_at')
    .orderBy('id')
    .select('specialties')
    .execute()
  return rows.flatMap(({ specialties }) => specialties)
}

type OfCenter = { centerId: string; professionalId: string }

/** Locks the professional against bookings. @returns undefined when the centre has no such professional */
export async function lockOfCenter(tx: Tx, { professionalId, centerId }: OfCenter) {
  return tx
    .selectFrom('professionals')
    .where('id', '=', professionalId)
    .where('center_id', '=', centerId)
    .select(editable.selection)
    .select(['id', 'is_active as isActive', 'user_id as userId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findOfCenter(
  db: Db | Tx,
  { professionalId, centerId }: OfCenter,
): Promise<{ isActive: boolean } | undefined> {
  return db
    .selectFrom('professionals')
    .where('id', '=', professionalId)
    .where('center_id', '=', centerId)
    .select('is_active as isActive')
    .executeTakeFirst()
}

export async function updateProfessional(
  tx: Tx,
  { professionalId, edit }: { professionalId: string; edit: ProfessionalEdit },
): Promise<void> {
  await tx.updateTable('professionals').set(editable.values(edit)).where('id', '=', professionalId).execute()
}

export async function setActive(
  tx: Tx,
  { isActive, professionalId }: { professionalId: string; isActive: boolean },
): Promise<void> {
  await tx.updateTable('professionals').set({ is_active: isActive }).where('id', '=', professionalId).execute()
}

/** All professionals of the centre, the active ones first. */
export async function listTeam(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .orderBy('is_active', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .select(editable.selection)
    .select(['id', 'photo_url as photoUrl', 'is_active as isActive'])
    .select((eb) => [
      eb('user_id', 'is not', null).$castTo<boolean>().as('hasAccount'),
      eb
        .exists(
          eb
            .selectFrom('weekly_hours')
            .whereRef('weekly_hours.professional_id', '=', 'professionals.id')
            .select('weekly_hours.id'),
        )
        .$castTo<boolean>()
        .as('hasHours'),
    ])
    .execute()
}

/** @returns false when another account is linked, or the centre has no such active professional */
export async function linkAccount(
  tx: Tx,
  { userId, professionalId, centerId }: OfCenter & { userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('professionals')
    .set({ user_id: userId })
    .where('id', '=', professionalId)
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function unlinkAccount(tx: Tx, { centerId, userId }: { centerId: string; userId: string }): Promise<void> {
  await tx
    .updateTable('professionals')
    .set({ user_id: null })
    .where('center_id', '=', centerId)
    .where('user_id', '=', userId)
    .execute()
}

/** Unlinks all accounts but the owner's from the centre's professionals. */
export async function unlinkOthers(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx
    .updateTable('professionals')
    .set({ user_id: null })
    .where('center_id', '=', centerId)
    .where('user_id', '!=', centerId)
    .execute()
}

/** The active professionals whose names contain every word, in the order of their names. */
export async function findProfessionals(
  db: Db | Tx,
  { centerId, professionalId, words, limit }: FindByWords,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .$if(professionalId !== undefined, (query) => query.where('id', '=', professionalId ?? ''))
    .where((eb) => eb.and(words.map((word) => sql<boolean>`strpos(fold_all(full_name), fold_all(${word})) > 0`)))
    .select(['id', 'full_name as name'])
    .orderBy(alphabetical('full_name'))
    .orderBy('id')
    .limit(limit)
    .execute()
}

type FindByWords = { centerId: string; professionalId: string | undefined; words: readonly string[]; limit: number }

export const versionOfProfessional = editable.version
