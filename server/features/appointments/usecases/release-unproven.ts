import { provisionalWarningHours } from '#contract/calendar.ts'
import { confirmingLink } from '#server/features/auth/links/send-link.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { runEach } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { proofDueMail } from '../mail/appointments.ts'
import { dashboardLink } from '../mail/wording.ts'
import { type AppointmentRow, lockAppointment, requireAppointment } from '../repository/appointments.ts'
import { hasOpenCheckout } from '../repository/deposits.ts'
import { findProof, listToRelease, listToWarn, setProof } from '../repository/provisional.ts'
import { mailLinks } from './calendar-links.ts'
import { createProofDueNotification } from './create-notifications.ts'
import { findReader } from './notify-attendee.ts'
import { notifyChange } from './notify-change.ts'
import { recordCancellation } from './record-cancellation.ts'

/** Of a flood of invented bookings, the centre reads the rest behind the bell. */
const centerMailsPerDay = 5

type Listed = { id: string; patientId: string }

/**
 * Frees the time of appointments that accounts booked and whose addresses stayed unconfirmed. Their patients are warned hours before,
 * and no time is freed earlier than that after a warning that left, however long this job or the mail server was away.
 */
export async function releaseUnproven(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const about = ({ id }: Listed) => ({ appointmentId: id })
  await runEach({
    log,
    rows: await listToWarn(db, { dueBefore: hoursAfter(now) }),
    about,
    failure: 'the patient of a provisional appointment could not be warned',
    run: (listed) => db.transaction().execute((tx) => warn(tx, platform, { listed, now })),
  })
  await runEach({
    log,
    rows: await listToRelease(db, { now }),
    about,
    failure: 'the time of a provisional appointment could not be freed',
    run: (listed) => db.transaction().execute((tx) => release(tx, platform, { listed, now })),
  })
}

const hoursAfter = (now: Date) => new Date(now.getTime() + provisionalWarningHours * hourMs)

type Due = { listed: Listed; now: Date }

async function warn(tx: Tx, platform: Platform, { listed, now }: Due): Promise<void> {
  const row = await lockProvisional(tx, listed)
  if (!row || (await findProof(tx, { appointmentId: row.id })).warnedAt !== null) return
  const dueAt = new Date(Math.max(row.provisionalUntil.getTime(), hoursAfter(now).getTime()))
  const warning = { appointmentId: row.id, dueAt, warnedAt: now }
  await setProof(tx, warning)
  const appointment = await requireAppointment(tx, { appointmentId: row.id })
  // With the later end, it may begin too soon to be freed at all.
  if (!isProvisional(appointment)) return
  await createProofDueNotification(tx, { platform, appointment, dueAt })
  const mailId = await mailWarning(tx, platform, { appointment, dueAt })
  await setProof(tx, { ...warning, mailId })
}

/** @returns the mail's id; null when the patient wants none, or the address has received as many as it may today */
async function mailWarning(
  tx: Tx,
  platform: Platform,
  { appointment, dueAt }: { appointment: AppointmentRow; dueAt: Date },
): Promise<string | null> {
  const kind = 'appointments.proof_due'
  const { id: aboutId, patientId } = appointment
  const reader = await findReader(tx, { appointment })
  if (!reader || patientId === null) return null
  const links = mailLinks(platform, { appointment })
  const user = { id: patientId, email: reader.to }
  const redirectTo = dashboardLink({ publicUrl: links.publicUrl, appointment, act: 'details' })
  const confirmUrl = await confirmingLink(tx, { platform, user, mailKind: kind, redirectTo })
  if (confirmUrl === undefined) return null
  const mailId = newId()
  const content = proofDueMail({ appointment, dueAt, confirmUrl, ...links })
  const about = { aboutId, readerId: patientId, validUntil: dueAt }
  await queueMail(tx, { platform, to: reader.to, kind, mailId, isCounted: true, ...about, ...content })
  return mailId
}

async function release(tx: Tx, platform: Platform, { listed, now }: Due): Promise<void> {
  const row = await lockProvisional(tx, listed)
  if (!row || row.provisionalUntil > now) return
  const appointmentId = row.id
  const { warnedAt, isMailLate } = await findProof(tx, { appointmentId })
  if (warnedAt === null) return
  // Its next run warns again.
  if (isMailLate) return setProof(tx, { appointmentId, dueAt: hoursAfter(now), warnedAt: null })
  const cancellation = { appointmentId, by: 'system', isFreed: true, reason: null, refundPercent: 100, now } as const
  await recordCancellation(tx, cancellation)
  const appointment = await requireAppointment(tx, { appointmentId })
  const limit = { name: 'mail.released_bookings', limit: centerMailsPerDay, windowSeconds: 86_400 }
  const mailsCenter = await takeWithin(tx, { secret: platform.secret, key: row.centerId, ...limit })
  await notifyChange(tx, { platform, appointment, before: row, event: 'released', mailsCenter })
}

type Provisional = AppointmentRow & { provisionalUntil: Date }
const isProvisional = (row: AppointmentRow): row is Provisional => row.provisionalUntil !== null

/** The account first, so that its address is confirmed either before or after this. Undefined: no longer provisional. */
async function lockProvisional(tx: Tx, { id: appointmentId, patientId }: Listed): Promise<Provisional | undefined> {
  await lockUser(tx, patientId)
  const row = await lockAppointment(tx, { appointmentId })
  if (!row || !isProvisional(row) || (await hasOpenCheckout(tx, { appointmentId }))) return undefined
  return row
}
