import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { type Member, managesCenter } from '../centers.policy.ts'
import * as members from '../repository/members.ts'
import { lockCenter } from './lock-center.ts'

/** The caller's membership in the centre. Other callers get «not found», also for a centre that exists. */
export async function requireMember(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await members.findMembership(db, input)
  if (!member) throw fail('centers.not_found')
  return member
}

export async function requireOwner(db: Db | Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const member = await requireMember(db, input)
  if (!managesCenter(member)) throw fail('centers.owner_only')
  return member
}

export async function lockOwnCenter(tx: Tx, input: { centerId: string; userId: string }): Promise<Member> {
  const owner = await requireOwner(tx, input)
  await lockCenter(tx, input)
  return owner
}

export async function listCenterIdsOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  return (await members.listMembershipsOf(db, { userId })).map(({ centerId }) => centerId)
}
