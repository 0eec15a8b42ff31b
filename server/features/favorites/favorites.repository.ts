import { sql } from 'kysely'
import { wasApproved } from '#server/features/centers/repository/closed.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfUser = { userId: string }
type SavedCenter = { centerId: string; savedAt: Date }

/** The last saved first. */
export async function listFavorites(db: Db | Tx, { userId }: OfUser) {
  return db
    .selectFrom('favorites')
    .innerJoin('center_profiles', 'center_profiles.id', 'favorites.center_id')
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('center_id')
    .select(['center_id as centerId', 'center_name as name', 'saved_at as savedAt'])
    .select(sql<boolean>`is_public and approved_at is not null`.as('isPublished'))
    .execute()
}

/** The centres among these that the user may keep: the public ones, also those that staff closed. */
export async function listKeepable(
  tx: Tx,
  { userId, centerIds }: OfUser & { centerIds: readonly string[] },
): Promise<{ centerId: string; isSaved: boolean }[]> {
  const { rows } = await sql<{ centerId: string; isSaved: boolean }>`
    select id as "centerId",
      exists (select from favorites where user_id = ${userId} and center_id = center_profiles.id) as "isSaved"
    from center_profiles where id = any(${centerIds}::uuid[]) and is_public and ${wasApproved}`.execute(tx)
  return rows
}

export async function countFavorites(tx: Tx, { userId }: OfUser): Promise<number> {
  const { count } = await tx
    .selectFrom('favorites')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A centre that is already saved keeps its moment. */
export async function insertFavorites(
  tx: Tx,
  { userId, items }: OfUser & { items: readonly SavedCenter[] },
): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('favorites')
    .values(items.map(({ centerId, savedAt }) => ({ user_id: userId, center_id: centerId, saved_at: savedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorite(db: Db | Tx, { userId, centerId }: OfUser & { centerId: string }): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('center_id', '=', centerId).execute()
}

export async function deleteFavorites(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx.deleteFrom('favorites').where('user_id', '=', userId).execute()
}
