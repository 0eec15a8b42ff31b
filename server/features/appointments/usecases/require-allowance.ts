import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type AllowanceUse, findAllowanceUse } from '../repository/allowance.ts'
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
