import type { Db } from '#server/platform/postgres/database.ts'

type NewRequest = { stateHash: string; centerId: string; sealedVerifier: Buffer; expiresAt: Date }

export async function insertRequest(db: Db, request: NewRequest): Promise<void> {
  await db
    .insertInto('payment_account_requests')
    .values({
      state_hash: request.stateHash,
      center_id: request.centerId,
      sealed_verifier: request.sealedVerifier,
      expires_at: request.expiresAt,
    })
    .execute()
}

/** The centre for which an owner began the request, which stays. */
export function findRequest(db: Db, { stateHash, now }: { stateHash: string; now: Date }) {
  return db
    .selectFrom('payment_account_requests')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .select('center_id as centerId')
    .executeTakeFirst()
}

/** Deletes the request, so that it works once, even for simultaneous callers. */
export function consumeRequest(db: Db, { stateHash, now }: { stateHash: string; now: Date }) {
  return db
    .deleteFrom('payment_account_requests')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returning('sealed_verifier as sealedVerifier')
    .executeTakeFirst()
}

export async function deleteExpiredRequests(db: Db, { now }: { now: Date }): Promise<void> {
  await db.deleteFrom('payment_account_requests').where('expires_at', '<=', now).execute()
}
