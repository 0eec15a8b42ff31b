import { failField } from '#contract/errors.ts'
import type { TillCount } from '#contract/tills.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/tills.ts'
import { countedOf, expectedOf, hasDifference } from '../rules/till.ts'
import { fail } from '../tills.errors.ts'
import { requireDesk } from './require-desk.ts'

type Count = TillCount & { centerId: string; userId: string; lastClosingId: string | null }

/**
 * Closes the till with the movements that are committed when it locks them. A collection that commits later belongs to the
 * next till.
 */
export async function closeTill(platform: Platform, input: Count): Promise<repository.ClosingRow> {
  const { centerId, userId, lastClosingId, floatLeftCents, note } = input
  return platform.db.transaction().execute(async (tx) => {
    await requireDesk(tx, input)
    await lockCenter(tx, input)
    const last = await repository.findLastClosing(tx, { centerId })
    if ((last?.id ?? null) !== lastClosingId) throw fail('tills.closed_meanwhile')
    const movements = await repository.lockOpenMovements(tx, { centerId })
    const openingFloatCents = last?.floatLeftCents ?? 0
    const { expected, onlineCents } = expectedOf({ sums: movements, openingFloatCents })
    const counted = countedOf(input)
    if (floatLeftCents > counted.efectivo) throw failField('floatLeftCents', 'Es más de lo que contaste en efectivo')
    if (note === '' && hasDifference({ expected, counted }))
      throw failField('note', 'Escribe a qué se debe la diferencia')
    const closing = {
      id: newId(),
      number: (last?.number ?? 0) + 1,
      closedAt: platform.clock.now(),
      openingFloatCents,
      expectedCash: expected.efectivo,
      expectedDebit: expected.debito,
      expectedTransfer: expected.transferencia,
      countedCash: counted.efectivo,
      countedDebit: counted.debito,
      countedTransfer: counted.transferencia,
      onlineCents,
      floatLeftCents,
      note,
    }
    await repository.insertClosing(tx, { ...closing, centerId, closedBy: userId })
    await repository.setClosed(tx, { closingId: closing.id, movementIds: movements.map(({ id }) => id) })
    const stored = await repository.findClosing(tx, { centerId, closingId: closing.id })
    if (!stored) throw new Error('A closing that was just inserted is missing.')
    return stored
  })
}
