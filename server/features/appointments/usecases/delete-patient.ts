import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { holdersOf } from '../appointments.policy.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import * as holds from '../repository/holds.ts'
import * as ofAccount from '../repository/of-account.ts'
import { isChangeable } from '../rules/lifecycle.ts'
import { cancelLocked } from './cancel-appointment.ts'
import { notifyCenterOfDeletion } from './notify-change.ts'
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
 * For an account that is being deleted: cancels the upcoming appointments with the current terms, notifies the centres,
 * gives held times back and deletes addresses and reasons. The caller has locked the patient's profile, so no further
 * appointment is confirmed.
 * @returns what it cancelled, and the dependants whom past appointments name
 */
export async function anonymizePatient(
  tx: Tx,
  { platform, patientId, reason }: { platform: Platform; patientId: string; reason: string },
): Promise<{ cancelled: CancelledByDeletion[]; namedDependants: string[] }> {
  const now = platform.clock.now()
  const cancelled: AppointmentRow[] = []
  for (const { id: appointmentId } of await ofAccount.listChangeable(tx, { patientId, now })) {
    const row = await lockAppointment(tx, { appointmentId })
    // The centre may have moved or cancelled it since it was listed.
    if (!row || !isChangeable({ ...row, now })) continue
    const appointment = await cancelLocked(tx, { row, reason, now })
    await notifyCenterOfDeletion(tx, { platform, appointment })
    cancelled.push(appointment)
  }
  await sendNoticesOfPatient(tx, platform, { patientId })
  await holds.deleteIdleHolds(tx, { holders: holdersOf({ userId: patientId, visitorKey: undefined }) })
  await ofAccount.anonymizeOfPatient(tx, { patientId, keptReason: reason, now })
  return { cancelled, namedDependants: await ofAccount.listNamedDependants(tx, { patientId }) }
}

/** Whether the centre has upcoming appointments. */
export async function hasUpcomingAppointments(db: Db | Tx, input: { centerId: string; now: Date }): Promise<boolean> {
  return ofAccount.hasUpcomingAppointments(db, input)
}

/** Whether a patient's history names this centre. */
export async function hasHadAppointments(db: Db | Tx, input: { centerId: string }): Promise<boolean> {
  return ofAccount.hasHadAppointments(db, input)
}
