import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Member = { userId: string; centerId: string }

export async function insertAccepted(
  tx: Tx,
  input: Member & { tokenHash: string; isRegistration: boolean; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('accepted_invitations')
    .values({
      token_hash: input.tokenHash,
      user_id: input.userId,
      center_id: input.centerId,
      is_registration: input.isRegistration,
      expires_at: input.expiresAt,
    })
    .execute()
}

/** Finds whose acceptance this link was. */
export async function findAccepted(
  db: Db | Tx,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<(Member & { isRegistration: boolean }) | undefined> {
  return db
    .selectFrom('accepted_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['user_id as userId', 'center_id as centerId', 'is_registration as isRegistration'])
    .executeTakeFirst()
}

export async function deleteExpired(db: Db, { now }: { now: Date }): Promise<void> {
  await db.deleteFrom('accepted_invitations').where('expires_at', '<=', now).execute()
}
