import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { type Member, managesCenter } from '../centers.policy.ts'
import { findMember, listMembershipsOf } from '../repository/members.ts'
import { lockCenter } from './lock-center.ts'

/** The caller as a member of the centre. To all other callers the centre does not exist. */
export async function requireMember(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await findMember(db, input)
  if (!member) throw fail('centers.not_found')
  return member
}

export async function findMembership(
  db: Db | Tx,
  input: { centerId: string; userId: string },
): Promise<Member | undefined> {
  return findMember(db, input)
}

export async function requireOwner(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await requireMember(db, input)
  if (!managesCenter(member)) throw fail('centers.owner_only')
  return member
}

/** For a write of the owner's: locks the centre against other writers until the transaction ends. */
export async function lockOwnCenter(tx: Tx, input: { centerId: string; userId: string }): Promise<void> {
  await requireOwner(tx, input)
  await lockCenter(tx, input)
}

/** The centres where the person works. */
export async function listCenterIdsOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  return (await listMembershipsOf(db, { userId })).map(({ centerId }) => centerId)
}
