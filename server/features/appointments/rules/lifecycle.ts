import type { AppointmentStatus } from '#contract/appointments.ts'
import {
  depositHoldMinutes,
  freeAfterBookingMinutes,
  freeCancellationHours,
  holdMinutes,
  horizonDays,
  noticeMinutes,
  pendingHours,
  pendingLeadHours,
  provisionalHours,
  zone,
} from '#contract/calendar.ts'
import type { CancellationTerms, CenterRule } from '#contract/cancellation.ts'
import { addressText } from '#server/features/centers/rules/centers.ts'
import { addDays, hourMs, localDay, minuteMs, type Span, startOfDay } from '#server/platform/local-time.ts'
import { versionOf } from '#server/platform/version.ts'

type Window = { now: Date; confirmsManually?: boolean }

/**
 * The starts that may be booked at `now`: from one hour ahead to the end of the 90th day. A centre that confirms by hand
 * gets that hour before its deadline, which is two hours before the start.
 */
export function bookingWindow({ now, confirmsManually = false }: Window): { earliest: Date; latest: Date } {
  const dayAfterLast = addDays({ day: localDay({ instant: now, zone }), days: horizonDays + 1 })
  const noticeMs = noticeMinutes * minuteMs + (confirmsManually ? pendingLeadHours * hourMs : 0)
  return {
    earliest: new Date(now.getTime() + noticeMs),
    latest: new Date(startOfDay({ day: dayAfterLast, zone }).getTime() - 1),
  }
}

export function spanOf({ startsAt, durationMinutes }: { startsAt: Date; durationMinutes: number }): Span {
  return { startsAt, endsAt: new Date(startsAt.getTime() + durationMinutes * minuteMs) }
}

/** The minutes as booked: the service's duration may have changed since. */
export function bookedMinutes({ startsAt, endsAt }: Span): number {
  return (endsAt.getTime() - startsAt.getTime()) / minuteMs
}

/** Until when a time is held while its deposit is paid. `heldAt`: when it was first held. */
export function depositExpiry(heldAt: Date): Date {
  return new Date(heldAt.getTime() + depositHoldMinutes * minuteMs)
}

export function holdExpiry(now: Date): Date {
  return new Date(now.getTime() + holdMinutes * minuteMs)
}

/**
 * When an unanswered request is cancelled: after 24 hours or 2 hours before it starts, whichever comes first.
 */
export function pendingDeadline({ requestedAt, startsAt }: { requestedAt: Date; startsAt: Date }): Date {
  return new Date(
    Math.min(requestedAt.getTime() + pendingHours * hourMs, startsAt.getTime() - pendingLeadHours * hourMs),
  )
}

/** Until when an account that books at `now` must confirm its address. */
export function proofDue(now: Date): Date {
  return new Date(now.getTime() + provisionalHours * hourMs)
}

/** What a centre decides about cancelling, as an appointment or an offered session reads it. */
export type CancellationRule = { [Name in keyof CenterRule]: number }

/** The rule alone, of a row that has more. */
export const ruleOf = ({ lateRefundPercent }: CancellationRule): CancellationRule => ({ lateRefundPercent })

type Terms = CancellationRule & {
  status: AppointmentStatus
  startsAt: Date
  /** When it was booked; null when that is unknown or has not happened yet. */
  bookedAt: Date | null
  lateSince?: Date | null
  movedBy?: 'patient' | 'center' | null
  now: Date
}

type TermsNow = Pick<CancellationTerms, 'phase' | 'refundPercentNow'> & { freeUntil: Date }

/**
 * What the patient gets back by cancelling at `now`: everything until 24 hours before the start and for half an hour after
 * booking; afterwards the percentage that the centre set. A patient who moved an appointment late keeps the late terms, even
 * when the new time is far ahead. An appointment that the centre moved can be cancelled without cost until it starts.
 */
export function cancellationTerms({
  status,
  startsAt,
  bookedAt,
  lateRefundPercent,
  lateSince,
  movedBy,
  now,
}: Terms): TermsNow {
  if (movedBy === 'center') return { phase: 'moved_by_center', freeUntil: startsAt, refundPercentNow: 100 }
  if (lateRefundPercent === 100) return { phase: 'always_free', freeUntil: startsAt, refundPercentNow: 100 }
  if (lateSince) return { phase: 'late', freeUntil: lateSince, refundPercentNow: lateRefundPercent }
  const deadline = new Date(startsAt.getTime() - freeCancellationHours * hourMs)
  if (now <= deadline) return { phase: 'ahead', freeUntil: deadline, refundPercentNow: 100 }
  const booked = status === 'held' ? now : bookedAt
  const afterBooking = booked && Math.min(booked.getTime() + freeAfterBookingMinutes * minuteMs, startsAt.getTime())
  if (afterBooking === null || afterBooking < now.getTime()) {
    return { phase: 'late', freeUntil: deadline, refundPercentNow: lateRefundPercent }
  }
  const phase = status === 'held' ? 'unconfirmed' : 'just_booked'
  return { phase, freeUntil: new Date(afterBooking), refundPercentNow: 100 }
}

/**
 * Whether a move by the patient waits for the centre's confirmation. Moved late, what the centre has confirmed stays confirmed:
 * an unanswered request is refunded in full, so by asking for another time the patient would get back what a late cancellation
 * doesn't refund.
 */
export function asksToMove({ confirmsManually, ...terms }: Terms & { confirmsManually: boolean }): boolean {
  return confirmsManually && !(terms.status === 'confirmed' && cancellationTerms(terms).phase === 'late')
}

/** The terms that screens and mails put into words. A cancelled appointment keeps those with which it was cancelled. */
export function presentTerms({
  appointment,
  now,
}: {
  appointment: Omit<Terms, 'now'> & { refundPercent: number | null; isPaid: boolean; isByPackage: boolean }
  now: Date
}): CancellationTerms {
  const { lateRefundPercent, refundPercent, isPaid, isByPackage } = appointment
  const { phase, freeUntil, refundPercentNow } = cancellationTerms({ ...appointment, now })
  return {
    phase,
    freeUntil: freeUntil.toISOString(),
    lateRefundPercent,
    refundPercentNow: refundPercent ?? refundPercentNow,
    isPaid,
    isByPackage,
  }
}

type AgreedTerms = Omit<Terms, 'now'> &
  Pick<Span, 'endsAt'> & {
    professionalId: string
    serviceId: string
    place: string
    priceCents: number
    discountCents: number
    paidCents: number
    depositCents: number | null
    confirmsManually: boolean
  }

/**
 * The version of what the patient reads before they confirm, move or cancel. The instants of the free half hour after booking
 * are not part of it, because they pass with the clock while the terms stay the same.
 */
export function termsVersion({ appointment, now }: { appointment: AgreedTerms; now: Date }): string {
  const { startsAt, endsAt, professionalId, serviceId, place, priceCents, discountCents, paidCents } = appointment
  const { confirmsManually, depositCents } = appointment
  const { phase, refundPercentNow } = cancellationTerms({ ...appointment, now })
  const what = { startsAt, endsAt, professionalId, serviceId, place, confirmsManually }
  const cost = { priceCents, discountCents, paidCents, phase, ...ruleOf(appointment), refundPercentNow }
  return versionOf({ ...what, ...cost, ...(depositCents !== null && { depositCents }) })
}

type Move = {
  status: AppointmentStatus
  startsAt: Date
  expectedStartsAt: Date | null
  movedBy: 'patient' | 'center' | null
}

/** The start that the patient last agreed to, of an open appointment that the centre moved since. */
export function startBeforeMove({ status, startsAt, expectedStartsAt, movedBy }: Move): Date | undefined {
  if (movedBy !== 'center' || expectedStartsAt === null || (status !== 'pending' && status !== 'confirmed'))
    return undefined
  return expectedStartsAt.getTime() === startsAt.getTime() ? undefined : expectedStartsAt
}

type Lifecycle = { status: AppointmentStatus; startsAt: Date; holdExpiresAt: Date | null; now: Date }

export function isHoldLive({ status, holdExpiresAt, now }: Omit<Lifecycle, 'startsAt'>): boolean {
  return status === 'held' && holdExpiresAt !== null && holdExpiresAt > now
}

/** The patient has confirmed the held time, which waits for the payment of its deposit. */
export function awaitsDeposit({ status, patientId }: { status: AppointmentStatus; patientId: string | null }): boolean {
  return status === 'held' && patientId !== null
}

/** The patient may cancel or move an appointment until it starts. */
export function isChangeable({ status, startsAt, now }: Omit<Lifecycle, 'holdExpiresAt'>): boolean {
  return (status === 'pending' || status === 'confirmed') && startsAt > now
}

type Acceptance = Omit<Lifecycle, 'holdExpiresAt'> & { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/** Until it begins, the patient may say that a booking by the desk is theirs. */
export function isAcceptable({ bookedBy, acceptedAt, ...appointment }: Acceptance): boolean {
  return bookedBy === 'center' && acceptedAt === null && isChangeable(appointment)
}

/**
 * The patient booked, accepted, moved or paid the appointment, or accepts it by paying. A visit that only the desk entered, and that
 * can't be accepted any more, isn't paid online.
 */
export function isAgreedByPaying({
  expectedStartsAt,
  ...appointment
}: Acceptance & { expectedStartsAt: Date | null }): boolean {
  return expectedStartsAt !== null || isAcceptable(appointment)
}

type CenterAddress = { centerAddress: string; centerNeighborhood: string | null; centerDepartment: string }

/** The centre's address as addressText() writes it. */
export function centerAddressText({ centerAddress, centerNeighborhood, centerDepartment }: CenterAddress): string {
  return addressText({
    address: centerAddress,
    neighborhood: centerNeighborhood,
    department: centerDepartment,
  })
}
