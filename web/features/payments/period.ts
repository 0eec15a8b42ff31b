import { addDays, localToday } from '#web/platform/local-days.ts'

export type Period = { from: string; to: string }

const firstOf = (month: string) => `${month.slice(0, 7)}-01`

/** The first day of the month, `months` months before the given day. */
export function monthsBefore({ date, months }: { date: string; months: number }): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

const offeredMonths = 24

/** The first days of the offered months, this one first: the server takes no other day for a month. */
export const monthsUntil = (today: string): string[] =>
  Array.from({ length: offeredMonths }, (_, months) => monthsBefore({ date: today, months }))

export const periods = {
  month: { label: 'Este mes', of: (today: string): Period => ({ from: firstOf(today), to: today }) },
  lastMonth: {
    label: 'El mes pasado',
    of: (today: string): Period => ({
      from: monthsBefore({ date: today, months: 1 }),
      to: addDays({ date: firstOf(today), days: -1 }),
    }),
  },
  halfYear: lastMonths(6),
  year: lastMonths(12),
} as const

function lastMonths(months: number) {
  return {
    label: `Últimos ${months} meses`,
    of: (today: string): Period => ({ from: monthsBefore({ date: today, months: months - 1 }), to: today }),
  }
}

/** Longer than the server reports at once: about three years. */
export const isTooLong = ({ from, to }: Period) => from < addDays({ date: to, days: -1100 })

/** The period in the URL; half a year when there is none, or when it is reversed or too long. */
export function readPeriod({ desde, hasta }: { desde?: string; hasta?: string }): Period {
  const usual = periods.halfYear.of(localToday())
  if (!desde || !hasta || desde > hasta || isTooLong({ from: desde, to: hasta })) return usual
  return { from: desde, to: hasta }
}
