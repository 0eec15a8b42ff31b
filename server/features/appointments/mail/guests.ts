import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countWithin } from '#server/platform/rate-limit.ts'
import type { AppointmentRow } from '../repository/appointments.ts'

const mailsPerDay = 10

/**
 * Where a guest reads what happens to their appointment, as long as a mail may go there. Anybody can register a centre and
 * write any address down in it: a centre that nobody has approved mails none, and no centre fills a stranger's mailbox.
 */
export async function guestAddress(
  tx: Tx,
  { platform, appointment }: { platform: Platform; appointment: AppointmentRow },
): Promise<string | undefined> {
  const { guestEmail, centerId, isCenterApproved } = appointment
  if (!guestEmail || !isCenterApproved) return undefined
  const isWithin = await countWithin(tx, {
    name: 'appointments.guest_mails',
    key: `${centerId}:${guestEmail}`,
    limit: mailsPerDay,
    windowSeconds: 86_400,
    secret: platform.secret,
  })
  return isWithin ? guestEmail : undefined
}
