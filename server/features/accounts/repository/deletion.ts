import { sql } from 'kysely'

import type { Tx } from '#server/platform/postgres/database.ts'

type OfUser = { userId: string }

/**
 * Waits for a booking that is being confirmed for this patient, and makes the next one wait, which then sees the account
 * deleted. Lock the user before.
 */
export async function lockProfile(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
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
  await tx.deleteFrom('data_exports').where('user_id', '=', userId).execute()
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
 * Clears the profile of an account whose registration starts again, and removes its dependants, whose names appointments keep.
 * @returns the address of the picture that it had.
 */
export async function resetProfile(
  tx: Tx,
  { userId, fullName, now }: OfUser & { fullName: string; now: Date },
): Promise<string | null> {
  await tx.deleteFrom('data_exports').where('user_id', '=', userId).execute()
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({
      full_name: fullName,
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('dependants')
    .set({ removed_at: now })
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  return before?.avatar_url ?? null
}

/**
 * A dependant with an appointment loses name, age and relation; the others are deleted. birth_date can't be null, so it
 * becomes the earliest date that the form accepts.
 */
export async function anonymizeDependants(
  tx: Tx,
  { userId, namedIds, now }: OfUser & { namedIds: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('dependants')
    .where('guardian_id', '=', userId)
    .where(sql<boolean>`id <> all (${namedIds}::uuid[])`)
    .execute()
  await tx
    .updateTable('dependants')
    .set((eb) => ({
      full_name: 'Persona a cargo',
      birth_date: '1900-01-01',
      relation: 'persona a cargo',
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
    }))
    .where('guardian_id', '=', userId)
    .execute()
}
