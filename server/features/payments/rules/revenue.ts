import { Temporal } from 'temporal-polyfill'
import { paymentMethods } from '#contract/payment-methods.ts'
import { startOfDay, wholeDay } from '#server/platform/local-time.ts'
import type { MethodLine, MonthLine } from '../repository/revenue.ts'
import { addIncome, type Income, noIncome } from './income.ts'

/** The days are local days, both inclusive. */
export type Period = { from: string; to: string }

export function spanOf({ from, to, zone }: Period & { zone: string }): { from: Date; end: Date } {
  return { from: startOfDay({ day: from, zone }), end: wholeDay({ day: to, zone }).endsAt }
}

/** The first day of every month that the period overlaps. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = []
  const last = Temporal.PlainYearMonth.from(to)
  for (
    let month = Temporal.PlainYearMonth.from(from);
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  ) {
    months.push(month.toPlainDate({ day: 1 }).toString())
  }
  return months
}

/** Returns a line for each month, in order, also for months without lines. Several lines of a month are added. */
export function fillMonths({ months, lines }: { months: readonly string[]; lines: readonly MonthLine[] }): MonthLine[] {
  const linesByMonth = Map.groupBy(lines, ({ month }) => month)
  return months.map((month) => ({ ...(linesByMonth.get(month) ?? []).reduce(addIncome, noIncome), month }))
}

/** Sorts by income, highest first, and equal ones by name. */
export function byIncome<Named extends Income & { name: string }>(lines: readonly Named[]): Named[] {
  return lines.toSorted((a, b) => b.incomeCents - a.incomeCents || a.name.localeCompare(b.name, 'es'))
}

/** Sorts the methods in the order in which the desk's dialog lists them. */
export function byMethodOrder(lines: readonly MethodLine[]): MethodLine[] {
  return lines.toSorted((a, b) => paymentMethods.indexOf(a.method) - paymentMethods.indexOf(b.method))
}
