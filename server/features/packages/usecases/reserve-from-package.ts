import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../packages.errors.ts'
import { endOf, leftOf } from '../packages.rules.ts'
import { type Buyer, lockPackage, reserveSessions, type SessionOfAppointment } from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'

type Use = {
  packageId: string
  centerId: string
  /** Who books: the package must be theirs. */
  buyer: Buyer
  serviceId: string
  now: Date
}

export type ReservedSession = {
  /** What the session is worth. */
  valueCents: number
  /** Whether the package was bought online, so that its commission arises with each visit. */
  isOnline: boolean
}

export type ReservedSessions = { sessions: SessionOfAppointment[]; isOnline: boolean }

/**
 * Reserves a session for an appointment that the caller has locked, and which it then marks as paid by the package. The appointment
 * must start within the package's validity; when it is moved later, its session stays reserved.
 * @throws packages.not_usable
 */
export async function reserveFromPackage(
  tx: Tx,
  { appointmentId, startsAt, ...use }: Use & { appointmentId: string; startsAt: Date },
): Promise<ReservedSession> {
  const { sessions, isOnline } = await reserveAllFromPackage(tx, {
    ...use,
    appointments: [{ id: appointmentId, startsAt }],
  })
  const [reserved] = sessions
  if (!reserved) throw fail('packages.not_usable')
  return { valueCents: reserved.valueCents, isOnline }
}

/**
 * Like reserveFromPackage(), for each of several appointments. Where one of them cannot be paid, it reserves nothing.
 * @throws packages.not_usable
 */
export async function reserveAllFromPackage(
  tx: Tx,
  input: Use & { appointments: readonly { id: string; startsAt: Date }[] },
): Promise<ReservedSessions> {
  const { packageId, buyer, serviceId, appointments, now } = input
  const row = await lockPackage(tx, input)
  const isTheirs = row && ('patientId' in buyer ? row.patientId === buyer.patientId : row.guestId === buyer.guestId)
  if (!isTheirs || !row.serviceIds.includes(serviceId)) throw fail('packages.not_usable')
  const end = endOf({ ...row, now })
  if (appointments.some(({ startsAt }) => startsAt >= end)) throw fail('packages.not_usable')
  if (leftOf({ ...row, ...countSessions(row), now }) < appointments.length) throw fail('packages.not_usable')
  const sessions = await reserveSessions(tx, { packageId, appointmentIds: appointments.map(({ id }) => id) })
  if (sessions.length < appointments.length) throw fail('packages.not_usable')
  return { sessions, isOnline: row.payments.some(({ checkoutId }) => checkoutId !== null) }
}
