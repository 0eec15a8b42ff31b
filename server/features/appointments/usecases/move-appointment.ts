import { gridMinutes, zone } from '#contract/calendar.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as freeTimes from '../repository/free-times.ts'
import * as holds from '../repository/holds.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { bookingWindow, cancellationTerms, isChangeable } from '../rules/lifecycle.ts'
import { countChange } from './count-change.ts'
import { notifyChange } from './notify-change.ts'

type Move = { asker: Asker & { userId: string }; appointmentId: string; startsAt: Date }

/** Gives an appointment another time with the same professional, under the same rules as a new booking. */
export async function moveAppointment(
  platform: Platform,
  { asker, appointmentId, startsAt }: Move,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  const at = { startsAt: startsAt.toISOString() }
  const known = await appointments.findAppointment(platform.db, { appointmentId })
  if (!known || !isPatientOf(asker, known)) throw fail('appointments.not_found')

  const { earliest, latest } = bookingWindow({ now, confirmsManually: known.confirmsManually })
  const holders = holdersOf(asker)
  // These never change, so they may be read before the locks that everything else is read under.
  const attendeeId = known.dependantId ?? asker.userId
  const move = platform.db.transaction().execute(async (tx) => {
    await changes.lockCalendars(tx, [known.professionalId, attendeeId])
    const row = await appointments.lockAppointment(tx, { appointmentId })
    if (!row || !isChangeable({ ...row, now }))
      throw fail('appointments.not_changeable', { status: row?.status ?? known.status })
    if (row.startsAt.getTime() === startsAt.getTime()) return row
    if (startsAt < earliest) throw fail('appointments.too_soon')
    if (startsAt > latest) throw fail('appointments.too_far')
    const { professionalId, durationMinutes } = row
    const span = { startsAt, endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000) }
    await freeTimes.lockHours(tx, row)
    const { hours, timeOff, booked } = await freeTimes.requireTimetable(tx, {
      professionalId,
      exceptHolders: holders,
      exceptAppointment: appointmentId,
      now,
      ...span,
    })
    const question = { zone, startsAt, hours, durationMinutes, gridMinutes }
    if (!(await freeTimes.findOffer(tx, { ...row, booked: true, now }))) throw fail('appointments.not_bookable')
    if (!isFreeStart({ ...question, busy: timeOff })) throw fail('appointments.not_offered', at)
    if (!isFreeStart({ ...question, busy: booked })) throw fail('appointments.slot_taken', at)
    if (
      await changes.isAttendeeBusy(tx, {
        attendeeId,
        exceptAppointment: appointmentId,
        ...span,
      })
    ) {
      throw fail('appointments.overlaps_own', at)
    }
    await holds.deleteHoldsInTheWay(tx, { ...span, professionalId, holders, now })
    await changes.setMoved(tx, {
      appointmentId,
      status: row.confirmsManually ? 'pending' : 'confirmed',
      movedBy: 'patient',
      lateSince: cancellationTerms({ ...row, now }).freeUntil < now ? (row.lateSince ?? now) : null,
      now,
      ...span,
    })
    const moved = await appointments.requireAppointment(tx, { appointmentId })
    await countChange(tx, { platform, userId: asker.userId, change: 'moved' })
    await notifyChange(tx, { platform, appointment: moved, before: row, event: 'moved' })
    return moved
  })
  return move.catch((error: unknown) => {
    // A hold that came between the question and the update: the constraint decided.
    throw isExclusionViolation(error) ? fail('appointments.slot_taken', at) : error
  })
}
