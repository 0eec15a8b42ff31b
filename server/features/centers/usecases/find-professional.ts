import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { OfCenter } from '../centers.types.ts'
import * as repository from '../repository/professionals.ts'

/** Locks the professional against bookings. @returns undefined when the centre has no such professional */
export async function lockProfessional(
  tx: Tx,
  input: OfCenter,
): Promise<{ isActive: boolean; hasAccount: boolean } | undefined> {
  const found = await repository.lockOfCenter(tx, input)
  return found && { isActive: found.isActive, hasAccount: found.userId !== null }
}

/** @returns undefined when the centre has no such professional */
export async function findProfessionalStatus(db: Db | Tx, input: OfCenter): Promise<'active' | 'inactive' | undefined> {
  const found = await repository.findOfCenter(db, input)
  return found && (found.isActive ? 'active' : 'inactive')
}

export async function listTeam(db: Db | Tx, input: { centerId: string }) {
  const team = await repository.listTeam(db, input)
  return team.map((professional) => ({ ...professional, version: repository.versionOfProfessional(professional) }))
}
