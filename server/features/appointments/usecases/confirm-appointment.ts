import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf, isPatientOf, mayConfirm } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as freeTimes from '../repository/free-times.ts'
import { findEndedHold } from '../repository/holds.ts'
import { isHoldLive } from '../rules/lifecycle.ts'
import { countChange } from './count-change.ts'
import { notifyBooking } from './notify-change.ts'
import { requireAllowance } from './require-allowance.ts'

type Confirm = {
  asker: Asker & { userId: string }
  appointmentId: string
  /** Who comes, if not the asker. */
  dependantId?: string | null | undefined
  /** For home visits; without one, the address of the asker's profile. */
  homeAddress?: string | null | undefined
}

/**
 * Turns the asker's held time into their appointment (confirmed, or pending where the centre answers by hand).
 * Repeating it changes nothing. A hold is over after ten minutes, even if nobody has taken the time since.
 */
export async function confirmAppointment(
  platform: Platform,
  { asker, appointmentId, dependantId = null, homeAddress }: Confirm,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const attendeeId = dependantId ?? asker.userId
    // First of all locks: an account that is being deleted takes its appointments along, and this would be one more.
    if (!(await changes.lockPatient(tx, { patientId: asker.userId }))) throw failRequest('session.missing')
    // The account's own calendar, too: while its address is unverified, its attendees share an allowance.
    await changes.lockCalendars(tx, [...new Set([asker.userId, attendeeId])])
    const row = await appointments.lockAppointment(tx, { appointmentId })
    if (!row) throw await whyGone(tx, { asker, appointmentId })
    if (!mayConfirm(asker, row)) throw fail('appointments.not_found')
    if ((row.status === 'confirmed' || row.status === 'pending') && isPatientOf(asker, row)) return row
    if (row.status !== 'held') throw fail('appointments.not_changeable', { status: row.status })
    if (!isHoldLive({ ...row, now })) throw fail('appointments.hold_expired')
    if (!(await freeTimes.findOffer(tx, { ...row, now }))) throw fail('appointments.not_bookable')
    if (dependantId !== null && !(await changes.isDependantOf(tx, { patientId: asker.userId, dependantId }))) {
      throw fail('appointments.unknown_dependant')
    }
    const address =
      row.place === 'home' ? homeAddress || (await changes.findProfileAddress(tx, { patientId: asker.userId })) : null
    if (row.place === 'home' && !address) throw fail('appointments.address_required')
    if (await changes.isAttendeeBusy(tx, { attendeeId, startsAt: row.startsAt, endsAt: row.endsAt })) {
      throw fail('appointments.overlaps_own', { startsAt: row.startsAt.toISOString() })
    }
    const { serviceId } = row
    await requireAllowance(tx, { patientId: asker.userId, attendeeIds: [attendeeId], serviceId, now })
    const status = row.confirmsManually ? 'pending' : 'confirmed'
    await changes.setConfirmed(tx, {
      appointmentId,
      patientId: asker.userId,
      dependantId,
      homeAddress: address ?? null,
      status,
      now,
    })
    const confirmed = await appointments.requireAppointment(tx, { appointmentId })
    await countChange(tx, { platform, userId: asker.userId, change: 'booked' })
    await notifyBooking(tx, { platform, appointment: confirmed })
    return confirmed
  })
}

/** Its holder reads what became of a hold; to all others there never was one. */
async function whyGone(tx: Tx, { asker, appointmentId }: Pick<Confirm, 'asker' | 'appointmentId'>) {
  const reason = await findEndedHold(tx, { appointmentId, holders: holdersOf(asker) })
  if (reason === undefined) return fail('appointments.not_found')
  return fail(reason === 'replaced' ? 'appointments.hold_replaced' : 'appointments.hold_expired')
}
