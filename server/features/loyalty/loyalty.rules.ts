import { pointsExpiryMonths } from '#contract/loyalty-words.ts'

/** The instant at which a balance expires if no other movement follows. */
export function expiryOf({ lastMovementAt }: { lastMovementAt: Date }): Date {
  return monthsFrom(lastMovementAt, pointsExpiryMonths)
}

/** A balance has expired when its last movement is at this instant or earlier. */
export function lastMovementOfExpired({ now }: { now: Date }): Date {
  return monthsFrom(now, -pointsExpiryMonths)
}

function monthsFrom(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCMonth(result.getUTCMonth() + months)
  return result
}
