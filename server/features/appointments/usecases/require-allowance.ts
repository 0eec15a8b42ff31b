import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import * as allowance from '../repository/allowance.ts'
import { listAttendees } from '../repository/attendees.ts'
import { reachedAllowance } from '../rules/allowance.ts'

type Booking = {
  patientId: string
  /** The possible attendees. One of them with room is enough: confirming asks who it is. */
  attendeeIds: readonly string[]
  serviceId: string
  now: Date
}

/**
 * Refuses a booking that no attendee has room for.
 * @throws the allowance that is reached, with the centre's telephone number
 */
export async function requireAllowance(db: Db | Tx, input: Booking): Promise<void> {
  const service = await allowance.findCenterToCall(db, input)
  if (!service) return
  const { professionalId, ...center } = service
  const booked = await allowance.listBooked(db, { ...input, professionalId })
  if (booked.length === 0) return
  const isVerified = await isEmailVerified(db, { userId: input.patientId })
  const reached = input.attendeeIds.map((attendeeId) => reachedAllowance({ attendeeId, isVerified, booked }))
  const [first] = reached
  if (first !== undefined && reached.every((code) => code !== undefined)) throw fail(first, center)
}

/** requireAllowance() before the attendee is known: refuses only what no attendee of the account has room for. */
export async function requireAllowanceOfAny(db: Db | Tx, input: Omit<Booking, 'attendeeIds'>): Promise<void> {
  await requireAllowance(db, { ...input, attendeeIds: await listAttendees(db, input) })
}
