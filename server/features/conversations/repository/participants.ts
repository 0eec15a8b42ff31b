import { sql } from 'kysely'
import type { ConversationSide } from '#contract/conversations.ts'
import type { AccountStatus } from '#server/features/auth/auth.types.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'

export async function findAccount(db: Db | Tx, { userId }: { userId: string }): Promise<AccountStatus | undefined> {
  return db
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select(['status', 'suspended_until', 'suspension_reason'])
    .$castTo<AccountStatus>()
    .executeTakeFirst()
}

/**
 * The address of the patient's account, or the contact address of the centre with whether staff have approved it. Undefined for a
 * deleted account.
 */
export async function findMailAddress(
  db: Db | Tx,
  { side, userId }: { side: ConversationSide; userId: string },
): Promise<{ email: string; isApproved: boolean } | undefined> {
  if (side === 'patient') {
    const user = await db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirst()
    return user && { ...user, isApproved: true }
  }
  return db
    .selectFrom('center_profiles')
    .where('id', '=', userId)
    .select('email')
    .select((eb) => eb('approved_at', 'is not', null).$castTo<boolean>().as('isApproved'))
    .executeTakeFirst()
}

/** The ids of the owner and the receptionists of a centre, who write as the centre. */
export async function listDeskMembers(db: Db | Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const rows = await deskMembersQuery(db, { centerId })
  return rows.map(({ user_id }) => user_id)
}

const deskMembersQuery = builtOnce((db, { centerId }: { centerId: string }) =>
  db
    .selectFrom('center_members')
    .where('center_id', '=', centerId)
    .where('member_role', 'in', literals(['owner', 'reception']))
    .select('user_id'),
)

/** Whether the patient has confirmed their address, or the centre knows them: it booked for them, they came, or they paid. A visit that only the job completed proves none of it. */
export async function mayWriteFirst(
  db: Db | Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ mayWrite: boolean }>`
    select exists (select from users where id = ${patientId} and email_verified_at is not null)
      or exists (select from appointments where patient_id = ${patientId} and center_id = ${centerId}
        and (status = 'completed' and not closed_unproven or status <> 'cancelled' and (booked_by = 'center' or paid_amount > 0))) as "mayWrite"`.execute(
    db,
  )
  return rows[0]?.mayWrite === true
}
