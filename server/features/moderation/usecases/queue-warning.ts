import { queueMail } from '#server/platform/mail.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../moderation.errors.ts'

/**
 * Queues the mail of a warning. It is all that the person learns of a warning, so without it there is none.
 * @throws moderation.warning_withheld when the unverified address has received as many mails as it may today
 */
export async function queueWarning(tx: Tx, mail: Parameters<typeof queueMail>[1]): Promise<void> {
  if (!(await queueMail(tx, mail))) throw fail('moderation.warning_withheld')
}
