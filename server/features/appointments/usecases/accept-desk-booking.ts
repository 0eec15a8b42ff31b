import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation, type Tx } from '#server/platform/postgres/database.ts'
import { withSavepoint } from '#server/platform/postgres/savepoint.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import type { Caller } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { setAccepted, setExpected } from '../repository/changes.ts'
import { isAcceptable, termsVersion } from '../rules/lifecycle.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'

type Accept = {
  caller: Caller & { userId: string }
  appointmentId: string
  /** The terms that the patient read. */
  terms?: string
}

/**
 * Before the appointment begins, the patient says that a booking by the desk is theirs. This requires a verified address, because
 * the mail about the booking went there. From then on it occupies the patient at every centre. Idempotent.
 * @throws appointments.acceptance_overlaps when the patient has another appointment at that time, and appointments.closed_by_staff
 *   while staff keep the centre closed
 */
export async function acceptDeskBooking(
  platform: Platform,
  { caller, appointmentId, terms }: Accept,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId, takesTime: true })
    if (row.acceptedAt !== null) return row
    if (!isAcceptable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
    if (!(await reachesPatients(tx, { ...row, now }))) throw fail('appointments.closed_by_staff')
    requireTerms({ seen: terms, current: termsVersion({ appointment: row, now }) })
    if (!(await isEmailVerified(tx, { userId: caller.userId }))) throw fail('appointments.email_unverified')
    await acceptTime(row, () => setAccepted(tx, { appointmentId, now }))
    return appointments.requireAppointment(tx, { appointmentId })
  })
}

/**
 * Paying a desk booking accepts it, as the button does. Where the button would refuse, it stays unaccepted, but the money counts
 * and the patient expects the appointment at the start that they paid for. The caller has locked the appointment, and the
 * calendar of an attendee whom the acceptance occupies.
 */
export async function acceptByPaying(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  const { patientId, ...row } = await appointments.requireAppointment(tx, { appointmentId })
  if (patientId === null) return
  await setExpected(tx, { appointmentId, startsAt: row.startsAt, now })
  if (!isAcceptable({ ...row, now })) return
  if (!(await isEmailVerified(tx, { userId: patientId }))) return
  try {
    await withSavepoint(tx, () => setAccepted(tx, { appointmentId, now }))
  } catch (error) {
    if (!isExclusionViolation(error)) throw error
  }
}

async function acceptTime({ startsAt }: { startsAt: Date }, update: () => Promise<void>): Promise<void> {
  try {
    await update()
  } catch (error) {
    const at = { startsAt }
    throw isExclusionViolation(error) ? fail('appointments.acceptance_overlaps', at) : error
  }
}
