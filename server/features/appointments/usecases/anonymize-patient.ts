import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { holdersOf } from '../appointments.policy.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import * as holds from '../repository/holds.ts'
import { lockForChange } from '../repository/locks.ts'
import * as ofAccount from '../repository/of-account.ts'
import { isChangeable, presentTerms } from '../rules/lifecycle.ts'
import { cancelLocked } from './cancel-appointment.ts'
import { mailCenterAboutDeletion } from './notify-change.ts'
import { sendNoticesOfPatient } from './send-notice.ts'

type OfPatient = { patientId: string; now: Date }

/** The patient's appointments that deleting the account would cancel, and those that it would keep without a name. */
export async function countForDeletion(
  db: Db | Tx,
  { patientId, now }: OfPatient,
): Promise<{ upcoming: number; past: number }> {
  const upcoming = (await ofAccount.listChangeable(db, { patientId, now })).length
  return { upcoming, past: (await ofAccount.countAllOfPatient(db, { patientId })) - upcoming }
}

/** Locks the upcoming appointments, so that what cancelling them costs stays as it is until the transaction ends. */
export async function lockUpcoming(tx: Tx, scope: OfPatient): Promise<void> {
  const upcoming = await ofAccount.listChangeable(tx, scope)
  await lockForChange(tx, { appointmentIds: upcoming.map(({ id }) => id) })
}

/** What cancelling the patient's upcoming appointments would give back and lose now, by the rules of cancelUpcoming(). */
export async function readCostsOfCancelling(db: Db | Tx, scope: OfPatient) {
  const { now } = scope
  const costs = (await ofAccount.listCosts(db, scope)).map(({ lateRefundCents, ...row }) => {
    const { paidCents, startsAt, centerName, worksAlone, professionalName } = row
    // Only what was paid for the appointment itself can be lost as money.
    const appointment = { ...row, isPaid: paidCents > 0, isByPackage: false }
    const cancellation = presentTerms({ appointment, now })
    const refundCents = cancellation.refundPercentNow === 100 ? paidCents : lateRefundCents
    const center = { centerName, worksAlone, professionalName }
    return { startsAt, ...center, cancellation, paidCents, refundCents, lostCents: paidCents - refundCents }
  })
  const sumOf = (amount: 'paidCents' | 'refundCents' | 'lostCents') =>
    costs.reduce((sum, cost) => sum + cost[amount], 0)
  return {
    upcoming: costs.length,
    paidCents: sumOf('paidCents'),
    refundCents: sumOf('refundCents'),
    lostCents: sumOf('lostCents'),
    losses: costs.filter(({ lostCents }) => lostCents > 0),
  }
}

export type CancelledByDeletion = Pick<
  AppointmentRow,
  'startsAt' | 'centerName' | 'refundPercent' | 'isPaid' | 'isByPackage'
>

/**
 * For an account that is being deleted: cancels its upcoming appointments, releases its held times and deletes addresses and
 * reasons. The transaction has locked the patient's profile, so no further appointment is confirmed. `now` is the instant at which the
 * caller compared what the cancellations cost.
 * @returns what it cancelled, and the dependants whom past appointments name
 */
export async function anonymizePatient(
  tx: Tx,
  { platform, patientId, reason, now }: { platform: Platform; patientId: string; reason: string; now: Date },
): Promise<{ cancelled: CancelledByDeletion[]; namedDependants: string[] }> {
  const cancelled = await cancelUpcoming(tx, { platform, patientId, reason, now })
  await sendNoticesOfPatient(tx, platform, { patientId })
  await holds.deleteIdleHolds(tx, { holders: holdersOf({ userId: patientId, visitorKey: undefined }) })
  await ofAccount.anonymizeOfPatient(tx, { patientId, keptReason: reason, now })
  return { cancelled, namedDependants: await ofAccount.listNamedDependants(tx, { patientId }) }
}

async function cancelUpcoming(
  tx: Tx,
  { platform, patientId, reason, now }: { platform: Platform; patientId: string; reason: string; now: Date },
): Promise<CancelledByDeletion[]> {
  const cancelled: CancelledByDeletion[] = []
  for (const { id: appointmentId } of await ofAccount.listChangeable(tx, { patientId, now })) {
    const row = await lockAppointment(tx, { appointmentId })
    // The centre may have moved or cancelled it since it was listed.
    if (!row || !isChangeable({ ...row, now })) continue
    const appointment = await cancelLocked(tx, { row, reason, now })
    await mailCenterAboutDeletion(tx, { platform, appointment })
    cancelled.push(appointment)
  }
  return cancelled
}
