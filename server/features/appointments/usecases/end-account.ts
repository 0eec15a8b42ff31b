import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { holdersOf } from '../appointments.policy.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import * as holds from '../repository/holds.ts'
import * as ofAccount from '../repository/of-account.ts'
import { isChangeable } from '../rules/lifecycle.ts'
import { cancelLocked } from './cancel-appointment.ts'
import { sendNoticesOfPatient } from './send-notice.ts'

/** What ending the person's account would do to their appointments: those that it cancels, and those that stay without a name. */
export async function countForEnding(
  db: Db | Tx,
  { patientId, now }: { patientId: string; now: Date },
): Promise<{ upcoming: number; past: number }> {
  const upcoming = (await ofAccount.listChangeable(db, { patientId, now })).length
  return { upcoming, past: (await ofAccount.countAllOfPatient(db, { patientId })) - upcoming }
}

export type CancelledForEnding = Pick<AppointmentRow, 'startsAt' | 'centerName' | 'refundPercent' | 'isPaid'>

/**
 * The patient goes: cancels what lies ahead with the terms that hold now, tells the centres, lets held times go and
 * forgets addresses and reasons. The caller has locked the patient's profile, so that nothing is confirmed meanwhile.
 * @returns what was cancelled, and the dependants whom a history goes on naming.
 */
export async function endPatient(
  tx: Tx,
  { platform, patientId, reason }: { platform: Platform; patientId: string; reason: string },
): Promise<{ cancelled: CancelledForEnding[]; namedDependants: string[] }> {
  const now = platform.clock.now()
  const cancelled: AppointmentRow[] = []
  for (const { id: appointmentId } of await ofAccount.listChangeable(tx, { patientId, now })) {
    const row = await lockAppointment(tx, { appointmentId })
    // It may have been moved, or freed by its centre, since it was listed.
    if (!row || !isChangeable({ ...row, now })) continue
    cancelled.push(await cancelLocked(tx, { platform, row, reason, tell: 'center', now }))
  }
  await sendNoticesOfPatient(tx, platform, { patientId })
  await holds.deleteIdleHolds(tx, { holders: holdersOf({ userId: patientId, visitorKey: undefined }) })
  await ofAccount.clearTextsOfPatient(tx, { patientId, keptReason: reason, now })
  return { cancelled, namedDependants: await ofAccount.listNamedDependants(tx, { patientId }) }
}

/** Whether patients still have to come to this centre. */
export async function isCenterBusy(db: Db | Tx, input: { centerId: string; now: Date }): Promise<boolean> {
  return ofAccount.hasOpenAppointments(db, input)
}

/** Whether somebody's history names this centre. */
export async function isCenterRemembered(db: Db | Tx, input: { centerId: string }): Promise<boolean> {
  return ofAccount.hasEverHadAppointments(db, input)
}
