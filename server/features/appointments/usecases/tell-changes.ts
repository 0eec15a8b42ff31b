import { centerChangeDays } from '#contract/center-changes.ts'
import { deleteOldChanges } from '#server/features/centers/repository/center-changes.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { runEach } from '#server/platform/each-row.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { changedDetailsMail, changedDetailsSubject, changedDetailText, currentDetail } from '../mail/changed-details.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import { listAppointmentsToTell, takeUntoldChanges, type UntoldChange } from '../repository/untold-changes.ts'
import { mailLinks } from './calendar-links.ts'
import { toPatient } from './create-notifications.ts'
import { notifyAttendee } from './notify-attendee.ts'

/** A notification is a short text: each side of a change is cut to this. */
const maxShown = 100

/**
 * Tells the attendees of upcoming appointments, with old and new, that their centre changed its name or address, or their professional
 * their name. Idempotent across processes.
 */
export async function tellChanges(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  await runEach({
    log,
    rows: await listAppointmentsToTell(db, { now }),
    about: ({ appointmentId }) => ({ appointmentId }),
    failure: 'an attendee could not be told what their centre changed',
    run: ({ appointmentId }) => db.transaction().execute((tx) => tellAttendee(tx, { platform, appointmentId, now })),
  })
  await deleteOldChanges(db, { before: new Date(now.getTime() - centerChangeDays * dayMs) })
}

async function tellAttendee(
  tx: Tx,
  { platform, appointmentId, now }: { platform: Platform; appointmentId: string; now: Date },
): Promise<void> {
  const appointment = await lockAppointment(tx, { appointmentId })
  const { changes: untold, isMailable } = await takeUntoldChanges(tx, { appointmentId, now })
  if (!appointment) return
  const changes = untold
    .map((change: UntoldChange) => ({ ...change, current: currentDetail(change.what, appointment) }))
    .filter(({ former, current }) => former !== current)
  if (changes.length === 0) return
  await notify(tx, { platform, appointment, changes })
  // A guest reads no words of a centre whose approval is withheld or revoked, so there is nothing to tell them.
  if (!isMailable || (appointment.guestId !== null && !appointment.isCenterApproved)) return
  await notifyAttendee(tx, {
    platform,
    appointment,
    preference: 'appointment',
    kind: 'appointments.details_changed',
    mail: (reader) => changedDetailsMail({ reader, appointment, changes, ...mailLinks(platform, { appointment }) }),
  })
}

type Changes = Parameters<typeof changedDetailsSubject>[0]

async function notify(
  tx: Tx,
  { platform, appointment, changes }: { platform: Platform; appointment: AppointmentRow; changes: Changes },
): Promise<void> {
  const title = changedDetailsSubject(changes)
  const [entry] = toPatient({ appointment, event: 'appointments.details_changed', title })
  // Beside an unread row about its time.
  const thread = `details of appointment ${appointment.id}`
  const [change] = changes.filter(({ what }) => what === 'center_address').concat(changes)
  if (!entry || !change) return
  const shown = { ...change, former: cutText(change.former, maxShown), current: cutText(change.current, maxShown) }
  await notifyUsers(tx, { platform, entries: [{ ...entry, message: changedDetailText(shown), thread }] })
}
