import { closeTill } from '#server/features/tills/usecases/close-till.ts'
import { readExpected } from '#server/features/tills/usecases/read-till.ts'
import type { DemoEvent } from './appointments.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

const floatLeftCents = 200_000
/** The day on which the drawer held less than expected. */
const shortDay = -5
const shortCents = 5_000

/** The closings of a centre: weekly, and daily in the last two weeks. */
export function planClosings(
  platform: DemoPlatform,
  { centerId, days }: { centerId: string; days: Days },
): DemoEvent[] {
  // The centre is closed on Sundays.
  const isSunday = (offset: number) => days.at(offset, 12 * 60).getUTCDay() === 0
  const weekly = [-98, -91, -84, -77, -70, -63, -56, -49, -42, -35, -28, -21]
  const daily = Array.from({ length: 14 }, (_, index) => index - 14).filter((offset) => !isSunday(offset))
  return [...weekly.map((offset) => (isSunday(offset) ? offset - 1 : offset)), ...daily].map((offset) => ({
    at: days.at(offset, 21 * 60),
    async happen() {
      const { last, expected } = await readExpected(platform, { centerId })
      const missing = offset === shortDay && expected.efectivo >= shortCents ? shortCents : 0
      const cashCents = Math.max(expected.efectivo - missing, 0)
      await closeTill(platform, {
        centerId,
        userId: centerId,
        lastClosingId: last?.id ?? null,
        cashCents,
        debitCents: expected.debito,
        transferCents: expected.transferencia,
        floatLeftCents: Math.min(floatLeftCents, cashCents),
        note: missing > 0 ? 'Faltaron $ 50: dimos mal un vuelto a media tarde.' : '',
      })
    },
  }))
}
