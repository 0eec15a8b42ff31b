import type { Role } from '#contract/roles.ts'
import type { UserType } from '#server/api/actor.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { replaceRoles } from '../repository/registration.ts'

/** Replaces every role of an account, from its next request on. The caller has locked the account. */
export async function setRoles(
  tx: Tx,
  input: { userId: string; roles: readonly Role[]; userType?: UserType; now: Date },
): Promise<void> {
  await replaceRoles(tx, input)
}
