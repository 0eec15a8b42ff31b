import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf, isPatientOf, mayConfirm } from '../appointments.policy.ts'
import { type AppointmentRow, findAppointment, requireAppointment } from '../repository/appointments.ts'
import * as attendees from '../repository/attendees.ts'
import { setConfirmed } from '../repository/changes.ts'
import { findOffer } from '../repository/free-times.ts'
import { findEndedHold } from '../repository/holds.ts'
import { lockForChange } from '../repository/locks.ts'
import { isHoldLive } from '../rules/lifecycle.ts'
import { countChange } from './count-change.ts'
import { notifyBooking } from './notify-change.ts'
import { requireAllowance } from './require-allowance.ts'

type Confirm = {
  asker: Asker & { userId: string }
  appointmentId: string
  /** Null: the asker comes. */
  dependantId?: string | null
  /** For home visits; without one, the address of the asker's profile. */
  homeAddress?: string | null
}

/**
 * Turns the asker's held time into their appointment: confirmed, or pending where the centre confirms by hand. Idempotent.
 * A hold expires after ten minutes, even while no other visitor takes the time.
 */
export async function confirmAppointment(platform: Platform, input: Confirm): Promise<AppointmentRow> {
  const { asker, appointmentId, dependantId = null } = input
  const patientId = asker.userId
  const attendeeId = dependantId ?? patientId
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    // The account's own calendar, too: while its address is unverified, its attendees share an allowance.
    const calendarsOf = [patientId, attendeeId]
    const { haveAccounts } = await lockForChange(tx, {
      patientIds: [patientId],
      calendarsOf,
      appointmentIds: [appointmentId],
    })
    if (!haveAccounts) throw failRequest('session.missing')
    const row = await findAppointment(tx, { appointmentId })
    if (!row) throw await failGone(tx, input)
    if (!mayConfirm(asker, row)) throw fail('appointments.not_found')
    if ((row.status === 'confirmed' || row.status === 'pending') && isPatientOf(asker, row)) return row
    if (row.status !== 'held') throw fail('appointments.not_changeable', { status: row.status })
    if (!isHoldLive({ ...row, now })) throw fail('appointments.hold_expired')
    if (!(await findOffer(tx, { ...row, now }))) throw fail('appointments.not_bookable')
    const homeAddress = await requireAttendee(tx, { ...input, row })
    await requireAllowance(tx, { patientId, attendeeIds: [attendeeId], serviceId: row.serviceId, now })
    const status = row.confirmsManually ? 'pending' : 'confirmed'
    await setConfirmed(tx, { appointmentId, patientId, dependantId, homeAddress, status, now })
    const appointment = await requireAppointment(tx, { appointmentId })
    await countChange(tx, { platform, userId: patientId, change: 'booked' })
    await notifyBooking(tx, { platform, appointment })
    return appointment
  })
}

/**
 * Checks that the attendee is the asker's and is free then.
 * @returns the address of a home visit
 * @throws appointments.unknown_dependant, address_required, overlaps_own
 */
async function requireAttendee(
  tx: Tx,
  { asker, dependantId = null, homeAddress, row }: Confirm & { row: AppointmentRow },
): Promise<string | null> {
  const patientId = asker.userId
  if (dependantId !== null && !(await attendees.lockDependant(tx, { patientId, dependantId }))) {
    throw fail('appointments.unknown_dependant')
  }
  const isHome = row.place === 'home'
  const address = isHome ? homeAddress || (await attendees.findProfileAddress(tx, { patientId })) : null
  if (isHome && !address) throw fail('appointments.address_required')
  const { startsAt, endsAt } = row
  if (await attendees.isAttendeeBusy(tx, { attendeeId: dependantId ?? patientId, startsAt, endsAt })) {
    throw fail('appointments.overlaps_own', { startsAt: startsAt.toISOString() })
  }
  return address
}

/** Its holder reads how the hold ended; every other caller reads that it does not exist. */
async function failGone(tx: Tx, { asker, appointmentId }: Pick<Confirm, 'asker' | 'appointmentId'>) {
  const reason = await findEndedHold(tx, { appointmentId, holders: holdersOf(asker) })
  if (reason === undefined) return fail('appointments.not_found')
  return fail(reason === 'replaced' ? 'appointments.hold_replaced' : 'appointments.hold_expired')
}
