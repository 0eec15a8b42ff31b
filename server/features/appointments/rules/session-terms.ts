import type { z } from 'zod'
import type { Place } from '#contract/places.ts'
import type { nextSession } from '#contract/therapies.ts'
import { versionOf } from '#server/platform/version.ts'
import { type CancellationRule, cancellationTerms, presentTerms, ruleOf, spanOf, termsVersion } from './lifecycle.ts'

export type OfferedSession = CancellationRule & {
  professionalId: string
  serviceId: string
  startsAt: Date
  durationMinutes: number
  place: Place
  priceCents: number
  confirmsManually: boolean
  /** What is paid in advance, of a time that is held; null: nothing, or it is not known before. */
  depositCents?: number | null
}

/** Presents the session with its terms, which are those of the hold that keeps it until it is confirmed. */
export function presentSession({ session, now }: { session: OfferedSession; now: Date }): z.input<typeof nextSession> {
  const { startsAt, durationMinutes, priceCents, place, confirmsManually } = session
  const unbooked = { status: 'held', bookedAt: null, refundPercent: null, isPaid: false, isByPackage: false } as const
  const { depositCents = null } = session
  const appointment = { ...session, ...spanOf(session), ...unbooked, discountCents: 0, paidCents: 0, depositCents }
  return {
    startsAt,
    durationMinutes,
    priceCents,
    depositCents,
    place,
    confirmsManually,
    cancellation: presentTerms({ appointment, now }),
    terms: termsVersion({ appointment, now }),
  }
}

/**
 * What the patient reads of an appointment before they book it again in one press: everything but the time. `isFreeAhead`: until
 * the day before it, cancelling costs nothing.
 */
export function againVersion(session: Omit<OfferedSession, 'startsAt'>, { isFreeAhead = true } = {}): string {
  const { professionalId, serviceId, durationMinutes, place, priceCents, confirmsManually } = session
  const what = { professionalId, serviceId, durationMinutes, place }
  return versionOf({ ...what, ...ruleOf(session), priceCents, confirmsManually, isFreeAhead })
}

/**
 * Like againVersion(), for a hold. A time that is free to cancel for only half an hour has other terms than the patient
 * read.
 */
export function againVersionOfHold({ hold, now }: { hold: OfferedSession; now: Date }): string {
  const { phase } = cancellationTerms({ ...hold, status: 'held', bookedAt: null, now })
  // What is paid in advance was in no terms that the patient read.
  const isFreeAhead = phase !== 'unconfirmed'
  return hold.depositCents ? versionOf({ depositCents: hold.depositCents }) : againVersion(hold, { isFreeAhead })
}
