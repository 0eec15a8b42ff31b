import { type Selectable, sql } from 'kysely'

import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { MfaFactors } from '#server/platform/postgres/schema.gen.ts'

export type Factor = Selectable<MfaFactors>
const columns = [
  'created_at',
  'factor_type',
  'failed_attempts',
  'friendly_name',
  'id',
  'last_challenged_at',
  'last_step',
  'locked_until',
  'sealed_secret',
  'status',
  'updated_at',
  'user_id',
] as const satisfies (keyof MfaFactors)[]

/** Serialises verifications of one factor. The order of locks is users, factors, sessions. */
export async function lockFactor(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<Factor | undefined> {
  return tx
    .selectFrom('mfa_factors')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countVerifiedFactors(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mfa_factors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('verified'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes unfinished enrolments: those with this name, which would conflict, and old ones. */
export async function deleteAbandonedFactors(
  tx: Tx,
  { userId, friendlyName, enrolledBefore }: { userId: string; friendlyName: string; enrolledBefore: Date },
): Promise<void> {
  await tx
    .deleteFrom('mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('unverified'))
    .where((eb) => eb.or([eb('friendly_name', '=', friendlyName), eb('created_at', '<', enrolledBefore)]))
    .execute()
}

/** @returns false when the user has a factor with this name. */
export async function insertFactor(
  tx: Tx,
  {
    id,
    userId,
    friendlyName,
    sealedSecret,
    now,
  }: { id: string; userId: string; friendlyName: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('mfa_factors')
    .values({
      id,
      user_id: userId,
      friendly_name: friendlyName,
      sealed_secret: sealedSecret,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'friendly_name']).where('friendly_name', '!=', sql.lit('')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records a correct code, so that neither it nor an earlier one is accepted again. */
export async function recordVerification(
  tx: Tx,
  { step, now, id }: { id: string; step: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('mfa_factors')
    .set({
      status: 'verified',
      last_step: step,
      failed_attempts: 0,
      locked_until: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function recordFailure(
  tx: Tx,
  { failedAttempts, lockedUntil, id }: { id: string; failedAttempts: number; lockedUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('mfa_factors')
    .set({ failed_attempts: failedAttempts, locked_until: lockedUntil })
    .where('id', '=', id)
    .execute()
}

/** Once a factor is verified, other enrolments can't be finished. */
export async function deleteUnverifiedFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('mfa_factors').where('user_id', '=', userId).where('status', '=', sql.lit('unverified')).execute()
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mfa_factors').where('id', '=', id).execute()
}

/** @returns how many of them were verified. */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx.deleteFrom('mfa_factors').where('user_id', '=', userId).returning('status').execute()
  return deleted.filter((factor) => factor.status === 'verified').length
}

export async function insertChallenge(
  tx: Tx,
  { factorId, expiresAt, now }: { factorId: string; expiresAt: Date; now: Date },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('mfa_challenges')
    .values({ id, factor_id: factorId, expires_at: expiresAt, created_at: now })
    .execute()
  await tx.updateTable('mfa_factors').set({ last_challenged_at: now }).where('id', '=', factorId).execute()
  return id
}

export async function findChallenge(
  tx: Tx,
  { id, factorId }: { id: string; factorId: string },
): Promise<{ expires_at: Date } | undefined> {
  return tx
    .selectFrom('mfa_challenges')
    .select('expires_at')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .executeTakeFirst()
}

export async function deleteChallenge(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mfa_challenges').where('id', '=', id).execute()
}
