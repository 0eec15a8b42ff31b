import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { type Member, managesCenter } from '../centers.policy.ts'
import * as members from '../repository/members.ts'
import { lockCenter } from './lock-center.ts'

/** The caller as a member of the centre. To all other callers the centre does not exist. */
export async function requireMember(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await members.findMember(db, input)
  if (!member) throw fail('centers.not_found')
  return member
}

export async function findMembership(
  db: Db | Tx,
  input: { centerId: string; userId: string },
): Promise<Member | undefined> {
  return members.findMember(db, input)
}

export async function requireOwner(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await requireMember(db, input)
  if (!managesCenter(member)) throw fail('centers.owner_only')
  return member
}

/** For a write of the owner's: locks the centre against other writers until the transaction ends. */
export async function lockOwnCenter(tx: Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const owner = await requireOwner(tx, input)
  await lockCenter(tx, input)
  return owner
}

/** The centres where the person works. */
export async function listCenterIdsOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  return (await members.listMembershipsOf(db, { userId })).map(({ centerId }) => centerId)
}

/** The memberships of these users. */
export async function listMembersAmong(db: Db | Tx, input: { userIds: readonly string[] }) {
  return members.listMembersAmong(db, input)
}

/** The centres where the person works, their own one first. */
export async function listMembershipsOf(db: Db | Tx, { userId }: { userId: string }): Promise<members.MembershipRow[]> {
  return members.listMembershipsOf(db, { userId })
}
