import { removeOtherMembers } from '#server/features/centers/repository/access.ts'
import { ownsCenter } from '#server/features/centers/repository/of-owner.ts'
import { unlinkOthers } from '#server/features/centers/repository/professionals.ts'
import { deletePushSubscriptions } from '#server/features/notifications/repository/push.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteEmailIdentity } from '../repository/identities.ts'
import { deleteSignInMethods } from '../repository/sign-in-methods.ts'

/**
 * Ends every way into the account that a stranger may have: password, identities, second factors, sessions, mailed links, the
 * notifications of their browsers, and the access of other members of its centre. Everything that was typed stays, as the
 * address's owner may have typed it.
 */
export async function shutOutStrangers(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await deleteSignInMethods(tx, { userId, now })
  await deleteEmailIdentity(tx, { userId })
  await deletePushSubscriptions(tx, { userId })
  if (!(await ownsCenter(tx, { ownerId: userId }))) return
  await removeOtherMembers(tx, { centerId: userId, now })
  await unlinkOthers(tx, { centerId: userId })
}
