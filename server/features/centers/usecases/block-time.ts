import { maxAbsences } from '#contract/team.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { newId } from '#server/platform/ids.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as availability from '../repository/availability.ts'
import { isCovered } from '../rules/availability.ts'

const maxReasonLength = 300

export type Absence = Span & { reason: string }
type Block = { professionalIds: readonly string[]; absences: readonly Absence[]; now: Date }
type AddedTimeOff = Omit<availability.TimeOff, 'reason'> & { reason: string }

/**
 * Adds time off in a transaction that has locked the professionals' bookings. It skips what a professional has off already, so a
 * repeated request adds nothing.
 * @returns the added time off
 * @throws team.too_many_absences
 */
export async function blockTime(tx: Tx, { professionalIds, absences, now }: Block): Promise<AddedTimeOff[]> {
  const existing = Map.groupBy(
    await availability.listTimeOff(tx, { professionalIds, now }),
    (each) => each.professionalId,
  )
  const added = professionalIds.flatMap((professionalId) => {
    const own: Span[] = [...(existing.get(professionalId) ?? [])]
    const before = own.length
    const further = absences.flatMap(({ startsAt, endsAt, reason }) => {
      if (isCovered({ startsAt, endsAt }, { by: own })) return []
      own.push({ startsAt, endsAt })
      return [{ id: newId(), professionalId, startsAt, endsAt, reason: cutText(reason, maxReasonLength) }]
    })
    // One who has more of them from before keeps them.
    if (further.length > 0 && before + further.length > maxAbsences) throw fail('team.too_many_absences')
    return further
  })
  // One statement for all rows.
  await availability.insertTimeOff(tx, { absences: added, now })
  return added
}
