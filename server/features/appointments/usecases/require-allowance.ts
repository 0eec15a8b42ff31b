import { countedNetwork } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import { type AllowanceUse, findAllowanceUse } from '../repository/allowance.ts'
import type { UnprovenBooking } from '../repository/unproven.ts'
import { reachedAllowance } from '../rules/allowance.ts'

/**
 * Refuses a hold when every attendee of the account has used up the allowance: the attendee is chosen later.
 * @returns whether the account has a verified address
 * @throws the error of the allowance that is reached, with the centre's telephone number
 */
export async function requireAllowance(
  tx: Tx,
  input: { patientId: string; serviceId: string; now: Date },
): Promise<boolean> {
  const use = await findAllowanceUse(tx, input)
  if (!use) return false
  refuseWithoutAllowance(use, { attendeeIds: use.attendeeIds })
  return use.isVerified
}

/** @throws appointments.not_bookable when the centre blocked the account; or the allowance that the first of these attendees has reached, if each has reached one */
export function refuseWithoutAllowance(use: AllowanceUse, { attendeeIds }: { attendeeIds: readonly string[] }): void {
  const { isVerified, booked, attendedIds, centerName, phone } = use
  if (use.isBlocked) throw fail('appointments.not_bookable')
  const reached = attendeeIds.map((attendeeId) => reachedAllowance({ attendeeId, isVerified, booked, attendedIds }))
  const [first] = reached
  if (first !== undefined && reached.every((code) => code !== undefined)) throw fail(first, { centerName, phone })
}

/** What one network's unproven accounts book in one centre: each booking mails it, also when cancelling made room for it. */
const perDay = { name: 'appointments.booked_unproven', limit: 40, windowSeconds: 86_400 }

type UnprovenRequest = { platform: Platform; address?: string; booking: UnprovenBooking }

/**
 * Bounds what accounts without a confirmed address book from one network, together: at a time with the professional, and in a
 * day in the centre. It counts the booking, so call it late. This machine is no network: a proxy may be on it.
 * @throws appointments.network_books_many
 */
export async function requireUnprovenAllowance(
  tx: Tx,
  { platform, address, booking: { network, centerId, isNetworkFull } }: UnprovenRequest,
): Promise<void> {
  if (address === undefined || countedNetwork(address) === undefined) return
  const day = { ...perDay, secret: platform.secret, key: `${network} ${centerId}` }
  if (isNetworkFull || !(await takeWithin(tx, day))) throw fail('appointments.network_books_many')
}
