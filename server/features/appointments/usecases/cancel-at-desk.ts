import { zone } from '#contract/calendar.ts'
import { isEmailVerified } from '#server/features/auth/usecases/is-email-verified.ts'
import { grantCompensation } from '#server/features/loyalty/loyalty.usecases.ts'
import { localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { deleteCall, requestCall } from '../repository/calls.ts'
import { setCancelled, wasCompensated } from '../repository/changes.ts'
import { compensationPoints, mayBeCompensated } from '../rules/compensation.ts'
import { cancellationTerms, isChangeable } from '../rules/lifecycle.ts'
import { type AtDesk, type Changed, changeAtDeskIn } from './change-at-desk.ts'
import { notifyCenterChange } from './notify-change.ts'

export type CancelAtDesk = AtDesk & {
  /** Who cancels. The patient's own terms apply when the patient does, also when a receptionist enters it. */
  by: 'patient' | 'center'
  reason: string
}
export type CancelledAtDesk = Changed & {
  /** Whether a mail tells the person. */
  notified: boolean
  /** What the patient got. */
  points: number
}

/** The desk cancels an appointment: for the patient, or for the centre. Repeating it changes nothing. */
export async function cancelAtDesk(platform: Platform, input: CancelAtDesk): Promise<CancelledAtDesk> {
  return platform.db.transaction().execute((tx) => cancelAtDeskIn(tx, platform, input))
}

/** As cancelAtDesk(), as a part of the caller's transaction. */
export async function cancelAtDeskIn(
  tx: Tx,
  platform: Platform,
  { by, reason, ...rest }: CancelAtDesk,
): Promise<CancelledAtDesk> {
  const outcome = { notified: true, points: 0 }
  const changed = await changeAtDeskIn(tx, platform, rest, async ({ row, can, hasAccount, now }) => {
    if (row.status === 'cancelled' && row.cancelledBy === by) return
    if (!can.cancel) throw fail('appointments.not_changeable', { status: row.status })
    if (by === 'patient') {
      outcome.notified = await cancelForPatient(tx, { ...rest, platform, row, reason, now })
      return
    }
    await setCancelled(tx, { ...rest, by, reason, refundPercent: 100, now })
    const appointment = await requireAppointment(tx, rest)
    if (hasAccount) outcome.points = await compensate(tx, { row, ...appointment, now })
    const event = { kind: 'cancelled_by_center', reason, bonusPoints: outcome.points } as const
    outcome.notified = await notifyCenterChange(tx, { platform, appointment, before: row, event })
    if (outcome.notified) await deleteCall(tx, rest)
    else await requestCall(tx, { ...rest, wasAt: row.startsAt, now })
  })
  return { ...changed, ...outcome }
}

type ForPatient = AtDesk & { platform: Platform; row: AgendaRow; reason: string; now: Date }

/** What the patient asked the desk for: the terms that the patient would have alone, until the appointment begins, and no points. */
async function cancelForPatient(tx: Tx, { platform, row, reason, now, ...rest }: ForPatient): Promise<boolean> {
  if (!isChangeable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
  const { refundPercentNow } = cancellationTerms({ ...(await requireAppointment(tx, rest)), now })
  await setCancelled(tx, {
    ...rest,
    by: 'patient',
    atDesk: true,
    reason: reason || null,
    refundPercent: refundPercentNow,
    now,
  })
  await deleteCall(tx, rest)
  const event = { kind: 'cancelled_for_patient', refundPercent: refundPercentNow, paidCents: row.paidCents } as const
  return notifyCenterChange(tx, { platform, appointment: await requireAppointment(tx, rest), before: row, event })
}

type Compensated = { row: AgendaRow; centerId: string; centerName: string; now: Date }

/** Points for a booking that the centre calls off, to one patient once a day. @returns how many */
async function compensate(tx: Tx, { row, centerId, centerName, now }: Compensated): Promise<number> {
  const { id, patientId } = row
  if (patientId === null || !mayBeCompensated({ ...row, now })) return 0
  if (!(await isEmailVerified(tx, { userId: patientId }))) return 0
  const date = localDay({ instant: now, zone })
  const since = startOfDay({ day: date, zone })
  const gave = await grantCompensation(tx, {
    centerId,
    date,
    gift: {
      userId: patientId,
      points: compensationPoints,
      type: 'bonus',
      description: `${centerName} canceló tu cita`,
      reference: { type: 'appointment', id },
    },
    isDue: async () => !(await wasCompensated(tx, { patientId, centerId, exceptAppointment: id, since })),
    now,
  })
  return gave ? compensationPoints : 0
}
