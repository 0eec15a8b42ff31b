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
 * Clears the profile of an account whose registration starts again, and deletes its dependants. One with an appointment loses
 * name, age and relation, unless a clinical record is about them.
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
  await sql`update dependants set removed_at = coalesce(removed_at, ${now}) where guardian_id = ${userId}`.execute(tx)
  const namedIds = sql`select dependant_id from appointments where patient_id = ${userId} and dependant_id is not null`
  await sql`delete from dependants where guardian_id = ${userId} and id not in (${namedIds})`.execute(tx)
  await sql`update dependants set full_name = ${noName}, birth_date = ${noBirthDate}, relation = ${noRelation}
    where guardian_id = ${userId} and not exists (
      select from appointments join clinical_record_versions on appointment_id = appointments.id
      where dependant_id = dependants.id)`.execute(tx)
  return before?.avatar_url ?? null
}

const noName = 'Persona a cargo'
const noBirthDate = '1900-01-01'
const noRelation = 'persona a cargo'

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
      full_name: noName,
      birth_date: noBirthDate,
      relation: noRelation,
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
    }))
    .where('guardian_id', '=', userId)
    .execute()
}
