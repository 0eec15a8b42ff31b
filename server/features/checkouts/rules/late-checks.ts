import { followedDays } from '#contract/payment-accounts.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'

export type EndedStatus = 'declined' | 'expired' | 'approved'

/** Between the end of a checkout and the first check, and then from check to check. A patient may try again on the page of a declined one. */
const delays: Readonly<Record<EndedStatus, readonly number[]>> = {
  declined: [5 * minuteMs, hourMs, dayMs, 7 * dayMs],
  expired: [5 * minuteMs, hourMs, dayMs, 7 * dayMs],
  // What the owner of the account gives back there, or a payer disputes, changes the commission.
  approved: [dayMs, 6 * dayMs, 23 * dayMs, (followedDays - 30) * dayMs],
}

/**
 * When the gateway is asked whether an ended checkout was paid after all, or a second time, without a notification.
 * @returns null when it was asked often enough
 */
export function nextLateCheck({
  status,
  checks,
  now,
}: {
  status: EndedStatus
  checks: number
  now: Date
}): Date | null {
  const delay = delays[status][checks]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}
