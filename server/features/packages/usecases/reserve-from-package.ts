import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../packages.errors.ts'
import { leftOf } from '../packages.rules.ts'
import { type Buyer, lockPackage, reserveSession } from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'

type Use = {
  packageId: string
  centerId: string
  /** Who books: the package must be theirs. */
  buyer: Buyer
  appointmentId: string
  serviceId: string
  startsAt: Date
  now: Date
}

export type ReservedSession = {
  /** What the session is worth. */
  valueCents: number
  /** Whether the package was bought online, so that its commission arises with each visit. */
  isOnline: boolean
}

/**
 * Reserves a session for an appointment that the caller has locked, and which it then marks as paid by the package. The appointment
 * must start within the package's validity; when it is moved later, its session stays reserved.
 * @throws packages.not_usable
 */
export async function reserveFromPackage(tx: Tx, input: Use): Promise<ReservedSession> {
  const { buyer, serviceId, startsAt, now } = input
  const row = await lockPackage(tx, input)
  const isTheirs = row && ('patientId' in buyer ? row.patientId === buyer.patientId : row.guestId === buyer.guestId)
  if (!isTheirs || !row.serviceIds.includes(serviceId) || startsAt >= row.validUntil) throw fail('packages.not_usable')
  if (leftOf({ ...row, ...countSessions(row), now }) === 0) throw fail('packages.not_usable')
  const valueCents = await reserveSession(tx, input)
  if (valueCents === undefined) throw fail('packages.not_usable')
  return { valueCents, isOnline: row.payments.some(({ checkoutId }) => checkoutId !== null) }
}
