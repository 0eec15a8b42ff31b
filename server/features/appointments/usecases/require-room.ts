import type { z } from 'zod'
import { deskGridMinutes } from '#contract/agenda.ts'
import type { deskConflict } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { isClosedAt } from '#server/features/centers/repository/closed.ts'
import { minuteMs, type Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { listTimeOff } from '../repository/agenda-team.ts'
import { findOverlappingAtCenter, isAttendeeBusy } from '../repository/attendees.ts'
import { findWorkingTime } from '../repository/free-times.ts'
import { requireTimetable } from '../repository/timetables.ts'
import { attendeeOf } from '../rules/agenda.ts'
import { isFreeStart } from '../rules/free-times.ts'

type RequestedTime = Span & {
  member: Member
  professionalId: string
  attendeeId: string | null
  exceptAppointment?: string
  /** Others of its series that are moved with it. */
  alsoMoving?: readonly string[]
  evenOutsideHours: boolean
  /**
   * Whether the appointments of the attendee at other centres stand in the way. A desk booking that the patient has not
   * accepted ignores them, and a preview doesn't check them.
   */
  checksOtherCenters: boolean
  now: Date
}

/**
 * Refuses a time at which the professional or the attendee is not free. The professional's calendar is checked first. An
 * appointment of the attendee at another centre is checked last, and its refusal reveals nothing about it.
 */
export async function requireRoom(tx: Tx, input: RequestedTime): Promise<void> {
  const { professionalId, exceptAppointment, alsoMoving, evenOutsideHours, now } = input
  const span = { startsAt: input.startsAt, endsAt: input.endsAt }
  if (await isClosedAt(tx, { centerId: input.member.centerId, startsAt: input.startsAt }))
    throw fail('agenda.closed_by_staff')
  const { booked } = await requireTimetable(tx, { ...span, professionalId, exceptAppointment, alsoMoving, now })
  if (booked.length > 0) throw await failTaken(tx, input)
  if (!evenOutsideHours && !(await isWorkingTime(tx, { ...span, professionalId }))) {
    throw fail('appointments.outside_hours', await describeAbsence(tx, input))
  }
  await requireFreeAttendee(tx, input)
}

/** appointments.slot_taken, with the appointment that occupies the time. */
export async function failTaken(
  tx: Tx,
  input: Omit<RequestedTime, 'attendeeId' | 'evenOutsideHours' | 'checksOtherCenters'>,
) {
  const row = await agenda.findOccupying(tx, { ...input, centerId: input.member.centerId })
  return fail('appointments.slot_taken', describeAppointment(input, row))
}

async function requireFreeAttendee(tx: Tx, input: RequestedTime): Promise<void> {
  const { attendeeId, checksOtherCenters, startsAt } = input
  if (attendeeId === null) return
  const { centerId } = input.member
  const here = await findOverlappingAtCenter(tx, { ...input, attendeeId, centerId })
  if (here) {
    const row = await agenda.findOfCenter(tx, { centerId, ...here })
    throw fail('appointments.attendee_busy', describeAppointment(input, row))
  }
  if (checksOtherCenters && (await isAttendeeBusy(tx, { ...input, attendeeId }))) {
    throw fail('agenda.no_room', { startsAt })
  }
}

async function isWorkingTime(tx: Tx, { professionalId, ...span }: Span & { professionalId: string }): Promise<boolean> {
  const { hours, isOff } = await findWorkingTime(tx, { professionalId, ...span })
  const durationMinutes = (span.endsAt.getTime() - span.startsAt.getTime()) / minuteMs
  const start = { zone, startsAt: span.startsAt, hours, busy: [], durationMinutes, gridMinutes: deskGridMinutes }
  return !isOff && isFreeStart(start)
}

type ConflictData = { startsAt: Date; conflict?: z.input<typeof deskConflict> }

/** The requested start, and the appointment that conflicts with it if the member sees that agenda. */
function describeAppointment(
  { startsAt, member }: Pick<RequestedTime, 'startsAt' | 'member'>,
  row: agenda.AgendaRow | undefined,
): ConflictData {
  const requested = { startsAt }
  if (!row || !mayChangeAgendaOf(member, row)) return requested
  const conflict = {
    kind: 'appointment' as const,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    name: attendeeOf(row)?.name ?? '',
    professionalName: row.professionalName,
  }
  return { ...requested, conflict }
}

/** The requested start, and the absence that overlaps it. Without one, it is outside the weekly hours. */
async function describeAbsence(
  tx: Tx,
  { startsAt, endsAt, member, professionalId }: RequestedTime,
): Promise<ConflictData> {
  const requested = { startsAt }
  const { centerId } = member
  const [off] = await listTimeOff(tx, { centerId, professionalId, startsAt, endsAt })
  if (!off) return requested
  const span = { startsAt: off.startsAt, endsAt: off.endsAt }
  return { ...requested, conflict: { kind: 'absence', ...span, name: off.reason, professionalName: '' } }
}
