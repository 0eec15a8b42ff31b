import { type AgendaAppointment, entryGridMinutes } from '#contract/agenda.ts'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { localDay, minuteMs, type Span, startOfDay } from '#server/platform/local-time.ts'
import { bookingWindow } from './lifecycle.ts'

/** Somebody who walks in may have sat down a while ago. */
const begunMinutes = 30
/** A completion or an absence that was marked by mistake can be taken back this long after the end. */
const reopenDays = 7
/** A payment that was written down by mistake can be taken back this long. */
const undoDays = 7
const longestDayMs = 25 * 60 * minuteMs

export type DeskState = Span & {
  status: AppointmentStatus
  arrivedAt: Date | null
  /** When the centre got its money for it, unless that was a mistake. */
  collectedAt: Date | null
  /** What is to be given back of it; null: nothing. */
  refundCents: number | null
  refundedAt: Date | null
  /** Somebody who wrote about it was there. */
  reviewed: boolean
}

type Asked = DeskState & {
  /** The owner: their own books may be corrected at any time. */
  ownsBooks: boolean
  now: Date
}

/** What the desk may do with an appointment at `now`. Whose appointments somebody may touch at all is the policy's decision. */
export function deskAbilities({ now, ownsBooks, ...appointment }: Asked): AgendaAppointment['can'] {
  const { status, startsAt, endsAt, arrivedAt, reviewed } = appointment
  const paid = appointment.collectedAt !== null
  const began = startsAt <= now
  const isOpen = (status === 'pending' || status === 'confirmed') && endsAt > now
  const isRecent = endsAt.getTime() > now.getTime() - reopenDays * 1440 * minuteMs
  const isReversible = isRecent && !reviewed
  return {
    confirm: status === 'pending' && isOpen,
    arrive: status === 'confirmed' && arrivedAt === null && isDayOf(appointment, now),
    undoArrival: status === 'confirmed' && arrivedAt !== null,
    complete: status === 'confirmed' && began,
    // Time alone completes an appointment, so an absence is often noticed after that.
    // Nor is it an absence while it stands as paid.
    noShow:
      began && arrivedAt === null && !paid && (status === 'confirmed' || (status === 'completed' && isReversible)),
    reopen: (status === 'completed' || status === 'no_show') && isReversible,
    move: isOpen && arrivedAt === null,
    // Somebody who is there is being attended: the arrival would have to be a mistake.
    cancel: isOpen && arrivedAt === null,
    collect: (status === 'confirmed' || status === 'completed') && !paid,
    undoCollection: mayUndoCollection({ ...appointment, ownsBooks, now }),
  }
}

/** Money that is owed back is given back whenever it happens; a mistake is corrected while people remember it. */
function mayUndoCollection({ collectedAt, refundCents, refundedAt, ownsBooks, now }: Asked): boolean {
  if (collectedAt === null || refundedAt !== null) return false
  if (refundCents !== null || ownsBooks) return true
  return collectedAt.getTime() > now.getTime() - undoDays * 1440 * minuteMs
}

/** People come early: from the morning of that day on. */
function isDayOf({ startsAt }: Pick<Span, 'startsAt'>, now: Date): boolean {
  const ahead = startsAt.getTime() - now.getTime()
  // Zone arithmetic is dear, and a week's diary asks for hundreds.
  if (ahead <= 0) return true
  if (ahead > longestDayMs) return false
  return localDay({ instant: now, zone }) >= localDay({ instant: startsAt, zone })
}

/** Whether it is only too early to mark what becomes of an appointment. */
export function isTooEarly({ status, startsAt, now }: Pick<DeskState, 'status' | 'startsAt'> & { now: Date }): boolean {
  return status === 'confirmed' && startsAt > now
}

/** The starts that the desk may enter at `now`: the half hour that has begun, to the end of the 90th day. */
export function entryWindow({ now }: { now: Date }): { earliest: Date; latest: Date } {
  return { earliest: new Date(now.getTime() - begunMinutes * minuteMs), latest: bookingWindow({ now }).latest }
}

/** What a person reads when the desk can't enter that start at all; undefined when it can. */
export function whyNotEntered({ startsAt, now }: { startsAt: Date; now: Date }): string | undefined {
  const { earliest, latest } = entryWindow({ now })
  if (startsAt < earliest) return 'Esa hora ya pasó'
  if (startsAt > latest) return 'Se puede agendar hasta 90 días adelante'
  if (!isOnGrid(startsAt)) return `Las horas van de ${entryGridMinutes} en ${entryGridMinutes} minutos`
  return undefined
}

function isOnGrid(startsAt: Date): boolean {
  const midnight = startOfDay({ day: localDay({ instant: startsAt, zone }), zone })
  return (startsAt.getTime() - midnight.getTime()) % (entryGridMinutes * minuteMs) === 0
}

const noRoom = 'No hay lugar a esa hora: acuerda otra por teléfono'

/** Why one appointment of a day that is moved or cancelled stays as it was, by the error's code; undefined for any other. */
export function whyItStays(code: string, data: unknown): string | undefined {
  if (code === 'request.invalid') return firstField(data)
  const reasons: Record<string, string> = {
    // In one and the same words: what a person has at another centre must not be told apart from an ordinary reason.
    'appointments.slot_taken': noRoom,
    'appointments.attendee_busy': noRoom,
    'agenda.no_room': noRoom,
    'appointments.outside_hours': 'El profesional no atiende a esa hora',
    'appointments.not_changeable': 'Ya llegó, o la cita cambió mientras tanto',
    'appointments.not_found': 'La cita cambió mientras tanto',
    'agenda.unknown_service': 'Ese profesional ya no atiende',
  }
  return reasons[code]
}

function firstField(data: unknown): string | undefined {
  const { fields = [] } = data as { fields?: { message: string }[] }
  return fields[0]?.message
}
