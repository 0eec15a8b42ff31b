import { cutText } from '#server/platform/cut-text.ts'
import { newId } from '#server/platform/ids.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as availability from '../repository/availability.ts'
import { isCovered } from '../rules/availability.ts'

const maxReasonLength = 300

/**
 * Adds time off in a transaction that has locked the professional's bookings.
 * @returns the added time off; null when the professional already is off in the whole span
 */
export async function blockTime(
  tx: Tx,
  { professionalId, startsAt, endsAt, now, reason }: Span & { professionalId: string; reason: string; now: Date },
): Promise<availability.TimeOff | null> {
  const existing = await availability.listTimeOff(tx, { professionalIds: [professionalId], now })
  if (isCovered({ startsAt, endsAt }, { by: existing })) return null
  const added = { id: newId(), professionalId, startsAt, endsAt, reason: cutText(reason, maxReasonLength) }
  await availability.insertTimeOff(tx, { absences: [added], now })
  return added
}
