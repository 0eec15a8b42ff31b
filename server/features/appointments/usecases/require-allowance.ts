import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { findAllowanceUse } from '../repository/allowance.ts'
import { reachedAllowance } from '../rules/allowance.ts'

type Booking = {
  patientId: string
  /** Absent before the visitor has chosen who comes: then it is enough that one attendee of the account may book. */
  attendeeId?: string
  serviceId: string
  now: Date
}

/**
 * Refuses a booking when its attendee, or every possible one, has used up the allowance.
 * @throws the allowance that is reached, with the centre's telephone number
 */
export async function requireAllowance(tx: Tx, { attendeeId, ...input }: Booking): Promise<void> {
  const use = await findAllowanceUse(tx, input)
  if (!use) return
  const { attendeeIds, isVerified, booked, ...center } = use
  const candidates = attendeeId === undefined ? attendeeIds : [attendeeId]
  const reached = candidates.map((id) => reachedAllowance({ attendeeId: id, isVerified, booked }))
  const [first] = reached
  if (first !== undefined && reached.every((code) => code !== undefined)) throw fail(first, center)
}
