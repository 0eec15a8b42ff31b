import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { holdersOf } from '../appointments.policy.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import * as holds from '../repository/holds.ts'
import * as ofAccount from '../repository/of-account.ts'
import { isChangeable } from '../rules/lifecycle.ts'
import { cancelLocked } from './cancel-appointment.ts'
import { mailCenterAboutDeletion } from './notify-change.ts'
import { sendNoticesOfPatient } from './send-notice.ts'

/** The patient's appointments that deleting the account would cancel, and those that it would keep without a name. */
export async function countForDeletion(
  db: Db | Tx,
  { patientId, now }: { patientId: string; now: Date },
): Promise<{ upcoming: number; past: number }> {
  const upcoming = (await ofAccount.listChangeable(db, { patientId, now })).length
  return { upcoming, past: (await ofAccount.countAllOfPatient(db, { patientId })) - upcoming }
}

export type CancelledByDeletion = Pick<AppointmentRow, 'startsAt' | 'centerName' | 'refundPercent' | 'isPaid'>

/**
 * For an account that is being deleted: cancels its upcoming appointments, releases its held times and deletes addresses and
 * reasons. The transaction has locked the patient's profile, so no further appointment is confirmed.
 * @returns what it cancelled, and the dependants whom past appointments name
 */
export async function anonymizePatient(
  tx: Tx,
  { platform, patientId, reason }: { platform: Platform; patientId: string; reason: string },
): Promise<{ cancelled: CancelledByDeletion[]; namedDependants: string[] }> {
  const now = platform.clock.now()
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
