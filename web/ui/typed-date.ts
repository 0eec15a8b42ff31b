/** Why a text is not a date: cut short, not made of numbers, a year of five digits, a month 13, a 31st of February. */
export type DateFault = 'incomplete' | 'letters' | 'year' | 'month' | 'day'
/** `date`: a day as `2027-03-05`, or empty for no text. `day`, `month` and `year`: as typed, where a fault needs them. */
export type ReadDate = { date: string } | { fault: DateFault; month?: number; year?: number }

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Reads a date as it is written in Uruguay: 5/3/2027, 05-03-27, 05032027, and 2027-03-05 as programs write it. `finished`: nothing
 * more will be typed, so that two digits are a year of this century, or of the last one where this one would be after `max`.
 */
export function readDate(text: string, { max = '', finished }: { max?: string; finished: boolean }): ReadDate {
  // A pasted date may have invisible marks and digits of full width.
  const clean = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (clean === '') return { date: '' }
  if (/[^\d\s./-]/.test(clean)) return { fault: 'letters' }
  const typed = partsOf(clean)
  const [first = '', second = '', third = ''] = typed
  const isYearFirst = first.length === 4
  const [day, month] = (isYearFirst ? [third, second] : [first, second]).map(Number)
  const year = isYearFirst ? first : third
  if (!day || !month || typed.length < 3 || year.length === 1 || year.length === 3) return { fault: 'incomplete' }
  if (typed.length > 3) return { fault: 'letters' }
  if (year.length > 4) return { fault: 'year' }
  if (year.length === 2 && !finished) return { fault: 'incomplete' }
  if (month > 12) return { fault: 'month' }
  const monthAndDay = `-${two(month)}-${two(day)}`
  const whole = year.length === 4 ? year : `${`20${year}${monthAndDay}` > (max || '3') ? 19 : 20}${year}`
  if (day > daysIn(Number(whole), month)) return { fault: 'day', month, year: Number(whole) }
  return { date: `${whole}${monthAndDay}` }
}

/** The day, the month and the year, or the year first; of digits without anything between them, too. */
function partsOf(clean: string): string[] {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(clean) ?? []
  if (day && month && year) return [day, month, year]
  return clean.split(/[\s./-]+/).filter((part) => part !== '')
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** `2027-03-05` as 05/03/2027; any other text is empty. */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year ? `${day}/${month}/${year}` : ''
}

/** Puts the slashes while the digits are typed, because the keyboard of numbers of some phones has no slash. */
export function withSlashes(before: string, after: string): string {
  if (after.length !== before.length + 1 || !after.startsWith(before)) return after
  return (
    after
      .replace(/^(\d{2})(\d)$/, '$1/$2')
      .replace(/^(\d{1,2}\/\d{2})(\d)$/, '$1/$2')
      // A year that is typed first, as in 2027-03-05.
      .replace(/^(19|20|21)\/(\d{2})-$/, '$1$2-')
  )
}
