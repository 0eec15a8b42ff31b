import { pointsExpiryMonths } from '#contract/loyalty-words.ts'

/** When points expire that had their last movement then. */
export function expiryOf({ lastMovementAt }: { lastMovementAt: Date }): Date {
  return monthsFrom(lastMovementAt, pointsExpiryMonths)
}

/** Points expire now if their last movement was not after this. */
export function lastMovementOfExpired({ now }: { now: Date }): Date {
  return monthsFrom(now, -pointsExpiryMonths)
}

function monthsFrom(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCMonth(result.getUTCMonth() + months)
  return result
}
