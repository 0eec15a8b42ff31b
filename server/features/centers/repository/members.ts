import { sql } from 'kysely'

import type { MemberRole, Membership } from '#contract/memberships.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

import type { Member } from '../centers.policy.ts'
import { worksAlone } from './works-alone.ts'

export async function findMembership(
  db: Db | Tx,
  input: { centerId: string; userId: string },
): Promise<Member | undefined> {
  const [member] = await memberOf(db, input)
  return member
}

/**
 * The member's own record as a professional. For an owner, it is the one linked to their account, or the centre's only
 * professional if no account is linked to it.
 */
const ownProfessionalId = sql<string | null>`coalesce(center_members.professional_id, (
  select acting_accounts.professional_id
  from acting_accounts
  where center_members.member_role = 'owner'
    and acting_accounts.center_id = center_members.center_id and acting_accounts.account_id = center_members.user_id
  order by acting_accounts.professional_id
  limit 1))`

const memberOf = builtOnce((db, { centerId, userId }: { centerId: string; userId: string }) =>
  db
    .selectFrom('center_members')
    .where('center_id', '=', centerId)
    .where('user_id', '=', userId)
    .select(['user_id as userId', 'center_id as centerId', 'member_role as role'])
    .select(ownProfessionalId.as('professionalId'))
    .$castTo<Member>(),
)

export type MembershipRow = Omit<Membership, 'sections' | 'can'>

/** The user's memberships, the own centre first. */
export async function listMembershipsOf(db: Db | Tx, { userId }: { userId: string }): Promise<MembershipRow[]> {
  return db
    .selectFrom('center_members')
    .innerJoin('center_profiles', 'center_profiles.id', 'center_members.center_id')
    .where('center_members.user_id', '=', userId)
    .orderBy((eb) => eb('center_members.member_role', '=', 'owner'), 'desc')
    .orderBy(alphabetical('center_profiles.center_name'))
    .orderBy('center_profiles.id')
    .select([
      'center_profiles.id as centerId',
      'center_profiles.center_name as centerName',
      'center_profiles.logo_url as logoUrl',
      'center_members.member_role as role',
      'center_members.professional_id as professionalId',
    ])
    .select(worksAlone('center_profiles').as('worksAlone'))
    .$castTo<MembershipRow>()
    .execute()
}

export async function listMembersAmong(
  db: Db | Tx,
  { userIds }: { userIds: readonly string[] },
): Promise<Pick<Member, 'userId' | 'centerId' | 'role'>[]> {
  return membershipsQuery(db, { userIds })
}

const membershipsQuery = builtOnce((db, { userIds }: { userIds: readonly string[] }) =>
  db
    .selectFrom('center_members')
    .where('user_id', '=', anyOf(userIds))
    .select(['user_id as userId', 'center_id as centerId', 'member_role as role'])
    .$narrowType<{ role: MemberRole }>(),
)

/** The members of a centre, the owner first. */
export async function listMembers(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('center_members')
    .innerJoin('profiles', 'profiles.id', 'center_members.user_id')
    .where('center_members.center_id', '=', centerId)
    .orderBy((eb) => eb('center_members.member_role', '=', 'owner'), 'desc')
    .orderBy('center_members.created_at')
    .orderBy('center_members.user_id')
    .select(['center_members.user_id as userId', 'profiles.full_name as name', 'profiles.email'])
    .select(['center_members.professional_id as professionalId', 'center_members.created_at as since'])
    .select('center_members.member_role as role')
    .$narrowType<{ role: MemberRole }>()
    .execute()
}

/** `email` is in lower case. */
export async function isMemberByAddress(
  tx: Tx,
  { centerId, email }: { centerId: string; email: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('center_members')
    .innerJoin('users', 'users.id', 'center_members.user_id')
    .where('center_members.center_id', '=', centerId)
    .where('users.email', '=', email)
    .select('center_members.user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when the user already is a member */
export async function insertMember(
  tx: Tx,
  { userId, centerId, professionalId, role, now }: Member & { now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('center_members')
    .values({
      user_id: userId,
      center_id: centerId,
      professional_id: professionalId,
      member_role: role,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'center_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the membership, and with it the member's calendar feeds. */
export async function deleteMember(tx: Tx, { centerId, userId }: { centerId: string; userId: string }): Promise<void> {
  await tx.deleteFrom('center_members').where('center_id', '=', centerId).where('user_id', '=', userId).execute()
}
