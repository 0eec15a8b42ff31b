import { gridMinutes, zone } from '#contract/calendar.ts'
import { releaseUnsupported } from '#server/features/promotions/usecases/discounts.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { isAttendeeBusy } from '../repository/attendees.ts'
import { setMoved } from '../repository/changes.ts'
import * as freeTimes from '../repository/free-times.ts'
import { deleteConflictingHolds } from '../repository/holds.ts'
import { lockForChange, lockHoldsOfVisitors, lockHours } from '../repository/locks.ts'
import { requireTimetable } from '../repository/timetables.ts'
import * as unproven from '../repository/unproven.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { asksToMove, cancellationTerms, isChangeable, proofDue, spanOf, termsVersion } from '../rules/lifecycle.ts'
import { countChange } from './count-change.ts'
import { notifyChange } from './notify-change.ts'
import { requireInWindow, takeTime } from './take-time.ts'

type Move = { caller: Caller & { userId: string }; appointmentId: string; startsAt: Date; terms?: string }

/** Gives an appointment another time with the same professional, under the same rules as a new booking. */
export async function moveAppointment(platform: Platform, input: Move): Promise<appointments.AppointmentRow> {
  const { caller, appointmentId, startsAt } = input
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const { row, isCounted } = await lockForMove(tx, { ...input, now })
    if (row.startsAt.getTime() === startsAt.getTime()) return row
    requireTerms({ seen: input.terms, current: termsVersion({ appointment: row, now }) })
    requireInWindow({ startsAt, now, confirmsManually: row.confirmsManually })
    const span = spanOf({ startsAt, durationMinutes: row.durationMinutes })
    await requireFreeTime(tx, { ...span, row, caller, now })
    if (isCounted) await requireRoom(tx, { ...row, appointmentId, startsAt, now })
    const { professionalId } = row
    await deleteConflictingHolds(tx, { ...span, professionalId, holders: holdersOf(caller), now })
    const move = {
      ...span,
      appointmentId,
      status: asksToMove({ ...row, now }) ? 'pending' : 'confirmed',
      movedBy: 'patient',
      reason: null,
      lateSince: cancellationTerms({ ...row, now }).phase === 'late' ? (row.lateSince ?? now) : null,
      proofDueAt: proofDue(now),
      now,
    } as const
    await takeTime({ startsAt }, () => setMoved(tx, move))
    await releaseUnsupported(tx, { appointmentIds: [appointmentId], now })
    const moved = await appointments.requireAppointment(tx, { appointmentId })
    await countChange(tx, { platform, userId: caller.userId, change: 'moved' })
    await notifyChange(tx, { platform, appointment: moved, before: row, event: 'moved' })
    return moved
  })
}

async function lockForMove(
  tx: Tx,
  { caller, appointmentId, now }: Move & { now: Date },
): Promise<{ row: appointments.AppointmentRow; isCounted: boolean }> {
  const known = await appointments.findAppointment(tx, { appointmentId })
  if (!known || !isPatientOf(caller, known)) throw fail('appointments.not_found')
  // An account that isn't proven to be a patient's moves into a week as it would book there.
  const isCounted = await unproven.isCounted(tx, { appointmentId })
  if (isCounted) await lockHoldsOfVisitors(tx, known)
  await lockForChange(tx, {
    patientIds: [caller.userId],
    calendarsOf: [known.professionalId, known.attendeeId],
    keepsCenterOpen: true,
    appointmentIds: [appointmentId],
  })
  const row = await appointments.requireAppointment(tx, { appointmentId })
  // The centre may have moved it to a professional whose calendar is not locked.
  const isElsewhere = row.professionalId !== known.professionalId
  if (isElsewhere || !isChangeable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
  return { row, isCounted }
}

/** @throws appointments.unproven_hold_many */
async function requireRoom(tx: Tx, move: Parameters<typeof unproven.hasRoomToMove>[1]): Promise<void> {
  if (!(await unproven.hasRoomToMove(tx, move))) throw fail('appointments.unproven_hold_many')
}

type FreeTime = Span & { row: appointments.AppointmentRow; caller: Caller & { userId: string }; now: Date }

/** @throws appointments.not_bookable, not_offered, slot_taken, overlaps_own */
async function requireFreeTime(tx: Tx, { row, caller, now, ...span }: FreeTime): Promise<void> {
  const { id: exceptAppointment, professionalId, durationMinutes } = row
  const at = { startsAt: span.startsAt }
  await lockHours(tx, row)
  const except = { exceptHolders: holdersOf(caller), exceptAppointment }
  const { hours, timeOff, booked } = await requireTimetable(tx, { professionalId, ...except, now, ...span })
  const start = { zone, startsAt: span.startsAt, hours, durationMinutes, gridMinutes }
  if (!(await freeTimes.findOfferToMove(tx, row))) throw fail('appointments.not_bookable')
  if (!isFreeStart({ ...start, busy: timeOff })) throw fail('appointments.not_offered', at)
  if (!isFreeStart({ ...start, busy: booked })) throw fail('appointments.slot_taken', at)
  const attendeeId = row.dependantId ?? caller.userId
  if (await isAttendeeBusy(tx, { attendeeId, exceptAppointment, ...span })) throw fail('appointments.overlaps_own', at)
}
