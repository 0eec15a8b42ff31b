import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type InvitedRole = 'professional' | 'reception'

type NewInvitation = {
  id: string
  centerId: string
  /** The address is lower-cased. */
  email: string
  role: InvitedRole
  professionalId: string | null
  tokenHash: string
  invitedBy: string
  now: Date
  expiresAt: Date
}

/** Replaces an earlier invitation to the same address, whose link stops working. */
export async function replaceInvitation(tx: Tx, input: NewInvitation): Promise<void> {
  await tx
    .deleteFrom('center_invitations')
    .where('center_id', '=', input.centerId)
    .where('email', '=', input.email)
    .execute()
  await tx
    .insertInto('center_invitations')
    .values({
      id: input.id,
      center_id: input.centerId,
      email: input.email,
      member_role: input.role,
      professional_id: input.professionalId,
      token_hash: input.tokenHash,
      invited_by: input.invitedBy,
      sent_at: input.now,
      expires_at: input.expiresAt,
      created_at: input.now,
    })
    .execute()
}

/** The invitations that can still be accepted, newest first. */
export async function listOpen(db: Db | Tx, { centerId, now }: { centerId: string; now: Date }) {
  return db
    .selectFrom('center_invitations')
    .where('center_id', '=', centerId)
    .where('expires_at', '>', now)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'email', 'member_role as role', 'professional_id as professionalId'])
    .select(['sent_at as sentAt', 'expires_at as expiresAt'])
    .$narrowType<{ role: InvitedRole }>()
    .execute()
}

/** Counts a mailed invitation of the day. @returns false, without counting it, when the day has reached the limit */
export async function countSent(
  tx: Tx,
  { centerId, day, limit }: { centerId: string; day: string; limit: number },
): Promise<boolean> {
  const counted = await tx
    .insertInto('center_invitation_days')
    .values({ center_id: centerId, day, sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['center_id', 'day'])
        .doUpdateSet({ sent: sql`center_invitation_days.sent + 1` })
        .where('center_invitation_days.sent', '<', limit),
    )
    .returning('sent')
    .executeTakeFirst()
  return counted !== undefined
}

export async function deleteDaysBefore(db: Db, { day }: { day: string }): Promise<void> {
  await db.deleteFrom('center_invitation_days').where('day', '<', day).execute()
}

type Link = { tokenHash: string; now: Date }

export async function findByToken(db: Db | Tx, { tokenHash, now }: Link) {
  return db
    .selectFrom('center_invitations')
    .innerJoin('center_profiles', 'center_profiles.id', 'center_invitations.center_id')
    .leftJoin('professionals', 'professionals.id', 'center_invitations.professional_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['center_invitations.center_id as centerId', 'center_invitations.email', 'expires_at as expiresAt'])
    .select(['center_profiles.center_name as centerName', 'professionals.full_name as professionalName'])
    .select('center_invitations.member_role as role')
    .$narrowType<{ role: InvitedRole }>()
    .executeTakeFirst()
}

/**
 * Deletes invitations, which it locks in the order of their ids. Of two transactions that delete several of the same invitations,
 * one would otherwise wait for the other in a circle. end_lasting_access() in the database locks them in this order, too.
 */
async function deleteInOrder(db: Db | Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`delete from center_invitations where id = any(array(
    select id from center_invitations where ${condition} order by id for update))`.execute(db)
}

/**
 * Deletes and returns the invitation, so that only one of several simultaneous requests gets it. The others for its professional,
 * which the caller withdraws next, are locked with it, in the order of deleteInOrder().
 */
export async function consume(tx: Tx, { tokenHash, now }: Link) {
  await sql`select from center_invitations where token_hash = ${tokenHash}
    or professional_id = (select professional_id from center_invitations where token_hash = ${tokenHash})
    order by id for update`.execute(tx)
  return tx
    .deleteFrom('center_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['center_id as centerId', 'email', 'professional_id as professionalId', 'member_role as role'])
    .executeTakeFirst()
}

export async function withdraw(
  tx: Tx,
  { invitationId, centerId }: { centerId: string; invitationId: string },
): Promise<void> {
  await tx.deleteFrom('center_invitations').where('id', '=', invitationId).where('center_id', '=', centerId).execute()
}

/**
 * Withdraws the open invitations for a professional who now has an account or is inactive. The caller has locked the
 * centre.
 */
export async function withdrawInvitationsOf(tx: Tx, { professionalId }: { professionalId: string }): Promise<void> {
  await deleteInOrder(tx, sql`professional_id = ${professionalId}`)
}

export async function withdrawInvitationsOfCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await deleteInOrder(tx, sql`center_id = ${centerId}`)
}

/** Matches the invitations to the user's verified address, and those of the user's own centre. */
const ofAccount = (
  userId: string,
) => sql<boolean>`(center_invitations.center_id = ${userId} or center_invitations.email =
  (select email from users where id = ${userId} and email_verified_at is not null))`

export async function deleteOfAccount(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await deleteInOrder(tx, ofAccount(userId))
}

export async function deleteExpired(db: Db, { now }: { now: Date }): Promise<void> {
  await deleteInOrder(db, sql`expires_at <= ${now}`)
}

/** The open invitations to the user, and those of the user's own centre; oldest first. */
export async function listOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('center_invitations')
    .innerJoin('center_profiles', 'center_profiles.id', 'center_invitations.center_id')
    .where(ofAccount(userId))
    .orderBy('sent_at')
    .select(['center_profiles.center_name as centerName', 'center_invitations.email', 'member_role as role'])
    .select(['sent_at as sentAt', 'expires_at as expiresAt'])
    .execute()
}
