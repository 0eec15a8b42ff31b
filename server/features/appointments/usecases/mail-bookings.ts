import { confirmingLink } from '#server/features/auth/links/send-link.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { bookingsMail } from '../mail/appointments.ts'
import { dashboardLink } from '../mail/wording.ts'
import { listAppointments } from '../repository/of-patient.ts'
import { mailLinks } from './calendar-links.ts'

/** More than an account without a confirmed address may have (rules/allowance.ts), and than a mail should list. */
const listedAtMost = 20

/**
 * Mails what the account has booked to its corrected address, which the button confirms: the mails of the bookings went to the
 * mistyped one. The caller has locked the account.
 * @returns undefined: the patient has no upcoming booking, or wants no such mails; false: the address has had its mails of today
 */
export async function mailBookings(
  tx: Tx,
  { platform, user }: { platform: Platform; user: { id: string; email: string } },
): Promise<boolean | undefined> {
  const now = platform.clock.now()
  const upcoming = await listAppointments(tx, { patientId: user.id, scope: 'upcoming', now, limit: listedAtMost })
  const [first, ...others] = upcoming.filter(({ bookedBy, startsAt }) => bookedBy === 'patient' && startsAt > now)
  if (!first || !(await wantsMail(tx, { userId: user.id, kind: 'appointment' }))) return undefined
  const kind = 'appointments.bookings'
  const links = mailLinks(platform, { appointment: first })
  const redirectTo = dashboardLink({ publicUrl: links.publicUrl, appointment: first, act: 'details' })
  const confirmUrl = await confirmingLink(tx, { platform, user, mailKind: kind, redirectTo })
  if (confirmUrl === undefined) return false
  const paysOnline = platform.gateway !== undefined
  const content = bookingsMail({ appointment: first, others, ...links, paysOnline, confirmUrl, now })
  return queueMail(tx, { platform, to: user.email, kind, readerId: user.id, isCounted: true, ...content })
}
