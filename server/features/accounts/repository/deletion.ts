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

export async function deleteExports(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx.deleteFrom('data_exports').where('user_id', '=', userId).execute()
}

/**
 * Deletes the dependants of an account whose registration starts again. One with an appointment loses name, age and relation,
 * unless a clinical record is about them.
 */
export async function resetDependants(tx: Tx, { userId, now }: OfUser & { now: Date }): Promise<void> {
  await sql`update dependants set removed_at = coalesce(removed_at, ${now}) where guardian_id = ${userId}`.execute(tx)
  const namedIds = sql`select dependant_id from appointments where patient_id = ${userId} and dependant_id is not null`
  await sql`delete from dependants where guardian_id = ${userId} and id not in (${namedIds})`.execute(tx)
  await sql`update dependants set full_name = ${noName}, birth_date = ${unknownBirthDate}, relation = ${noRelation}
    where guardian_id = ${userId} and not exists (
      select from appointments join clinical_record_versions on appointment_id = appointments.id
      where dependant_id = dependants.id)`.execute(tx)
}

const noName = 'Persona a cargo'
/** The birth date of a deleted account's dependant, the earliest that the column accepts. */
export const unknownBirthDate = '1900-01-01'
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
      birth_date: unknownBirthDate,
      relation: noRelation,
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
    }))
    .where('guardian_id', '=', userId)
    .execute()
}
