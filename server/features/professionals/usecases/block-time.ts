import { newId } from '#server/platform/ids.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isCovered } from '../professionals.rules.ts'
import * as availability from '../repository/availability.ts'

/**
 * Makes bookings with these professionals wait until the transaction ends. Inactive ones take no bookings and are left out.
 * @returns the locked ones
 */
export async function lockBookingsOf(
  tx: Tx,
  input: { centerId: string; professionalIds: readonly string[] },
): Promise<string[]> {
  return availability.lockActive(tx, input)
}

const longestReason = 300

/**
 * Adds time off in a transaction that has locked the professional's bookings.
 * @returns what was added; null when the professional was off in the whole span already
 */
export async function blockTime(
  tx: Tx,
  { professionalId, startsAt, endsAt, now, reason }: Span & { professionalId: string; reason: string; now: Date },
): Promise<availability.TimeOff | null> {
  const known = await availability.listTimeOff(tx, { professionalIds: [professionalId], now })
  if (isCovered({ startsAt, endsAt }, { by: known })) return null
  const added = { id: newId(), professionalId, startsAt, endsAt, reason: reason.slice(0, longestReason) }
  await availability.insertTimeOff(tx, { absences: [added], now })
  return added
}
