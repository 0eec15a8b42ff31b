import type { AppointmentStatus } from '#contract/appointments.ts'
import { linkMinutesBefore } from '#contract/telehealth.ts'
import { minuteMs, type Span } from '#server/platform/local-time.ts'

/** A consultation may last longer than booked. */
const linkMinutesAfter = 30

export function linkSpan({ startsAt, endsAt }: Span): { linkFrom: Date; linkUntil: Date } {
  return {
    linkFrom: new Date(startsAt.getTime() - linkMinutesBefore * minuteMs),
    linkUntil: new Date(endsAt.getTime() + linkMinutesAfter * minuteMs),
  }
}

type State = Span & { status: AppointmentStatus; now: Date }

/**
 * The link of a request that the centre has not confirmed is hidden. The professional may complete the appointment
 * during the call.
 */
export function isLinkShown({ status, now, ...span }: State): boolean {
  const { linkFrom, linkUntil } = linkSpan(span)
  return (status === 'confirmed' || status === 'completed') && now >= linkFrom && now <= linkUntil
}

/** A patient can give and revoke consent until the appointment is over. */
export function isDecidable({ status, endsAt, now }: State): boolean {
  return (status === 'pending' || status === 'confirmed') && endsAt > now
}
