import { sql } from 'kysely'
import type { UserStatus } from '#contract/user-statuses.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ProfileFields } from './new-accounts.ts'

type OfUser = { userId: string }

/** @returns false when there is no such account, or it was deleted. */
export async function setProfile(
  db: Db | Tx,
  { profile, now, userId }: { userId: string; profile: ProfileFields; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ ...profile, updated_at: now })
    .where('id', '=', userId)
    // An account deleted since the request began must not get its data back.
    .where('status', '!=', sql.lit('deleted'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns the address that the profile had before. The caller holds the lock on the account. */
export async function setAvatarUrl(
  tx: Tx,
  { userId, avatarUrl, now }: { userId: string; avatarUrl: string | null; now: Date },
): Promise<string | null> {
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx.updateTable('profiles').set({ avatar_url: avatarUrl, updated_at: now }).where('id', '=', userId).execute()
  return before?.avatar_url ?? null
}

type NewStatus = { userId: string; status: UserStatus; until: Date | null; reason: string | null; now: Date }

export async function setAccountStatus(tx: Tx, { userId, status, until, reason, now }: NewStatus): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ status, suspended_until: until, suspension_reason: reason, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** A reserved domain to which no mail is delivered (RFC 2606). */
export function deletedAddress({ userId }: OfUser): string {
  return `${userId}@deleted.invalid`
}

/**
 * Leaves the profile of a deleted account only its id, to which appointments, reviews and acceptances refer.
 * @returns the address of the picture that it had.
 */
export async function anonymizeProfile(tx: Tx, { userId, now }: OfUser & { now: Date }): Promise<string | null> {
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({
      full_name: 'Cuenta eliminada',
      email: deletedAddress({ userId }),
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      suspended_until: null,
      suspension_reason: null,
      status: 'deleted',
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  return before?.avatar_url ?? null
}

/**
 * Clears the profile of an account whose registration starts again.
 * @returns the address of the picture that it had.
 */
export async function resetProfile(tx: Tx, { userId, now }: OfUser & { now: Date }): Promise<string | null> {
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({
      full_name: '',
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  return before?.avatar_url ?? null
}
