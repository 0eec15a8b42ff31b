import { queueMail } from '#server/platform/mail.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../moderation.errors.ts'
import type { Details } from './staff-actions.ts'

/**
 * Queues the mail of a warning. It is all that the person learns of a warning, so without it there is none.
 * @param mail undefined when the account is deleted
 * @throws moderation.author_gone, and moderation.warning_withheld when the unverified address has received its mails of the day
 */
export async function queueWarning(tx: Tx, mail: Parameters<typeof queueMail>[1] | undefined): Promise<void> {
  if (!mail) throw fail('moderation.author_gone')
  if (!(await queueMail(tx, mail))) throw fail('moderation.warning_withheld')
}

/**
 * The notifications of a warning and of its withdrawal are one thread, and another warning has its own. `subject`: what is warned
 * about, for the warnings of earlier versions, which have no id.
 */
export function warningThread({ warningId }: Details, { subject }: { subject: string }): string {
  return `warning ${typeof warningId === 'string' ? warningId : subject}`
}
