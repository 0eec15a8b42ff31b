import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import {
  freeCancellationHours,
  holdMinutes,
  horizonDays,
  noticeMinutes,
  pendingHours,
  pendingLeadHours,
  zone,
} from '#contract/calendar.ts'
import { addDays, hourMs, localDay, minuteMs, startOfDay } from '#server/platform/local-time.ts'

type Window = { now: Date; confirmsManually?: boolean }

/**
 * The starts that may be booked at `now`: from one hour ahead to the end of the 90th day. A centre that answers by hand
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

export function holdExpiry(now: Date): Date {
  return new Date(now.getTime() + holdMinutes * minuteMs)
}

/** A booking that nobody confirmed frees itself after 24 hours, or 2 hours before it starts, whichever comes first. */
export function pendingDeadline({ requestedAt, startsAt }: { requestedAt: Date; startsAt: Date }): Date {
  return new Date(
    Math.min(requestedAt.getTime() + pendingHours * hourMs, startsAt.getTime() - pendingLeadHours * hourMs),
  )
}

type Terms = {
  startsAt: Date
  lateRefundPercent: number
  lateSince?: Date | null
  movedBy?: 'patient' | 'center' | null
  now: Date
}

/**
 * What the patient gets back by cancelling at `now`: everything until 24 hours before, later the centre's share.
 * Whoever moved an appointment late has passed that point for good: a later time doesn't bring it back. A time that the
 * centre chose costs nothing to refuse.
 */
export function cancellationTerms({ startsAt, lateRefundPercent, lateSince, movedBy, now }: Terms) {
  if (movedBy === 'center') return { freeUntil: startsAt, refundPercentNow: 100 }
  const freeUntil = lateSince ?? new Date(startsAt.getTime() - freeCancellationHours * hourMs)
  return { freeUntil, refundPercentNow: now <= freeUntil && !lateSince ? 100 : lateRefundPercent }
}

type Lifecycle = { status: AppointmentStatus; startsAt: Date; holdExpiresAt: Date | null; now: Date }

export function isHoldLive({ status, holdExpiresAt, now }: Omit<Lifecycle, 'startsAt'>): boolean {
  return status === 'held' && holdExpiresAt !== null && holdExpiresAt > now
}

/** Its patient may cancel or move an appointment until it starts. */
export function isChangeable({ status, startsAt, now }: Omit<Lifecycle, 'holdExpiresAt'>): boolean {
  return (status === 'pending' || status === 'confirmed') && startsAt > now
}

/** The modalities under which a professional works at each place. */
const modalitiesOf = { center: ['Presencial', 'Mixta'], online: ['Online', 'Mixta'], home: ['A domicilio'] } as const

export function offersPlace({
  modalities,
  place,
}: {
  modalities: readonly string[]
  place: Appointment['place']
}): boolean {
  return modalitiesOf[place].some((modality) => modalities.includes(modality))
}

type CenterAddress = { centerAddress: string; centerNeighborhood: string | null; centerDepartment: string }

/** «Sarandí 468, Ciudad Vieja, Montevideo»: enough to find it from another department. */
export function whereIs({ centerAddress, centerNeighborhood, centerDepartment }: CenterAddress): string {
  return [centerAddress, centerNeighborhood, centerDepartment].filter(Boolean).join(', ')
}
