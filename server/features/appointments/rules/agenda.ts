import { type AgendaAppointment, deskGridMinutes, type PersonRef } from '#contract/agenda.ts'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { brand } from '#contract/brand.ts'
import { deskHorizonMonths, zone } from '#contract/calendar.ts'
import { placesOf } from '#contract/places.ts'
import { addDays, addMonths, localDay, minuteMs, startOfDay } from '#server/platform/local-time.ts'
import { versionOf } from '#server/platform/version.ts'
import type { AgendaRow } from '../repository/agenda.ts'

/** A patient without an appointment may have come in a while before the desk books them. */
const lateBookingMinutes = 30

/** The attendee, as the centre knows them. A hold has none. */
export function attendeeOf(row: AgendaRow): NonNullable<AgendaAppointment['person']> | null {
  const ref = personOf(row)
  if (ref === null) return null
  const { attendeeName, attendeePhone, dependant } = row
  return { ...ref, name: attendeeName ?? '', phone: attendeePhone || null, dependant }
}

/**
 * It covers everything that a change at the desk depends on. An arrival is not part of it, because no other change
 * depends on it.
 */
export function appointmentVersion(row: AgendaRow): string {
  const { status, startsAt, endsAt, professionalId, serviceId, place, priceCents, discountCents, payments } = row
  const paid = (payments ?? []).map(({ id, amountCents, refundCents, refundedAt }) => [
    id,
    amountCents,
    refundCents,
    refundedAt !== null,
  ])
  return versionOf({ status, startsAt, endsAt, professionalId, serviceId, place, priceCents, discountCents, paid })
}

type DeskOffer = { name: string; priceCents: number; durationMinutes: number; modalities: readonly string[] }

/**
 * It covers what a member reads of a service before booking it. The desk's dialog shows no rule about late
 * cancellations.
 */
export function deskOfferTerms({ name, priceCents, durationMinutes, modalities }: DeskOffer): string {
  return versionOf({ name, priceCents, durationMinutes, places: placesOf(modalities) })
}

function personOf({ status, guestId, patientId, dependantId }: AgendaRow): PersonRef | null {
  if (status === 'held') return null
  if (dependantId !== null) return { kind: 'dependant', id: dependantId }
  if (guestId !== null) return { kind: 'guest', id: guestId }
  return patientId === null ? null : { kind: 'patient', id: patientId }
}

type Mark = { status: AppointmentStatus; startsAt: Date; now: Date }

/** Whether a mark fails only because the appointment has not begun: an arrival needs its day, the others its start. */
export function isTooEarly({ status, startsAt, now }: Mark): boolean {
  return status === 'confirmed' && startsAt > now
}

/** The starts that the desk may book at `now`: from half an hour ago to the end of the same day 18 months later. */
export function deskWindow({ now }: { now: Date }): { earliest: Date; latest: Date } {
  const lastDay = addMonths({ day: localDay({ instant: now, zone }), months: deskHorizonMonths })
  return {
    earliest: new Date(now.getTime() - lateBookingMinutes * minuteMs),
    latest: new Date(startOfDay({ day: addDays({ day: lastDay, days: 1 }), zone }).getTime() - 1),
  }
}

export const tooFarAheadText = `Se puede agendar hasta ${deskHorizonMonths} meses adelante`

type Paid = Pick<AgendaRow, 'payments'>
type Agreement = { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/**
 * Whether the patient booked the appointment, or accepted it. Then it occupies the patient everywhere, and the desk moves it
 * only to a time that is still to come.
 */
export const isAgreed = ({ bookedBy, acceptedAt }: Agreement) => bookedBy === 'patient' || acceptedAt !== null

/** The desk also moves what the patient paid through Senda, and was not refunded, only to a time that is still to come. */
const isPaidThroughSenda = ({ payments }: Paid) =>
  (payments ?? []).some(
    ({ checkoutId, amountCents, refundCents }) => checkoutId !== null && (refundCents ?? 0) < amountCents,
  )

/**
 * What decides whether the desk may move an appointment into the past: never after its patient accepted it, paid for it
 * or moved it.
 */
type Moved = Agreement & Paid & Pick<AgendaRow, 'expectedStartsAt'> & { isBeingPaid: boolean }

/** Why the desk cannot book that start, or move the appointment `moved` to it, in Spanish; undefined when it can. */
export function deskStartProblem({
  startsAt,
  now,
  moved,
}: {
  startsAt: Date
  now: Date
  /** `isBeingPaid`: a payment of the patient waits for the gateway, and accepts the appointment as the patient saw it. */
  moved?: Moved
}): string | undefined {
  const { earliest, latest } = deskWindow({ now })
  if (startsAt < earliest) return 'Esa hora ya pasó'
  if (moved && startsAt <= now && (isAgreed(moved) || isPaidThroughSenda(moved) || moved.expectedStartsAt !== null)) {
    return 'Esa hora ya pasó, y la cita la reservó, la aceptó o la pagó el paciente: elige una que todavía no empezó'
  }
  if (moved?.isBeingPaid && startsAt <= now) {
    return 'Esa hora ya pasó, y el paciente está pagando la cita: elige una que todavía no empezó, o espera a que termine el pago'
  }
  if (startsAt > latest) return tooFarAheadText
  if (!isOnGrid(startsAt)) return `Las horas van de ${deskGridMinutes} en ${deskGridMinutes} minutos`
  return undefined
}

/** Whether the desk books that start: a whole number of its steps after midnight. */
export function isOnGrid(startsAt: Date): boolean {
  const midnight = startOfDay({ day: localDay({ instant: startsAt, zone }), zone })
  return (startsAt.getTime() - midnight.getTime()) % (deskGridMinutes * minuteMs) === 0
}

const noRoom = 'No hay lugar a esa hora: acuerda otra por teléfono'

/** The text for an appointment whose change failed unexpectedly. */
export const failedReason = 'Un problema nuestro impidió cambiarla: inténtalo de nuevo o escríbenos'

/** Why an appointment was not moved or cancelled with the others of its day, by the error's code; undefined for a failure. */
export function reasonUnchanged(code: string, data: unknown): string | undefined {
  if (code === 'request.invalid') return firstFieldMessage(data)
  const reasons: Record<string, string> = {
    // The same words for all three: the desk must not learn that the patient has an appointment at another centre.
    'appointments.slot_taken': noRoom,
    'appointments.attendee_busy': noRoom,
    'agenda.no_room': noRoom,
    'appointments.outside_hours': 'El profesional no atiende a esa hora',
    'appointments.not_changeable': 'Ya llegó, o la cita cambió mientras tanto',
    'appointments.not_found': 'La cita cambió mientras tanto',
    'agenda.blocked_by_patient': 'El paciente bloqueó al centro y no aceptó esa cita',
    'agenda.closed_by_staff': `${brand.name} suspendió al centro en esa fecha`,
    'agenda.unknown_service': 'Ese profesional ya no atiende',
  }
  return reasons[code]
}

function firstFieldMessage(data: unknown): string | undefined {
  const { fields = [] } = data as { fields?: { message: string }[] }
  return fields[0]?.message
}
