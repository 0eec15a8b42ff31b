import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'

import { secondFactorRemovedMail } from '../mail/second-factor.ts'
import { deleteAllFactors } from '../repository/factors.ts'
import { lockUserByEmail } from '../repository/users.ts'
import { endAllAccess } from '../sessions/sessions.ts'

/**
 * Removes the second factor of a user who lost their phone and whom staff have identified: the password alone then
 * opens the account.
 */
export async function removeSecondFactor(
  platform: Platform,
  { email }: { email: string },
): Promise<'removed' | 'has none' | 'unknown'> {
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return 'unknown'
    if ((await deleteAllFactors(tx, user.id)) === 0) return 'has none'
    // A thief or finder of the phone may be signed in on it.
    const ended = await endAllAccess(tx, { userId: user.id })
    const { publicUrl } = platform.settings
    await queueMail(tx, {
      platform,
      to: user.email,
      kind: 'accounts.second_factor_removed',
      ...secondFactorRemovedMail({ publicUrl, by: 'staff', ended }),
    })
    platform.log.info({ userId: user.id }, 'a second factor was removed by a command')
    return 'removed'
  })
}
