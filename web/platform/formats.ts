import { zone } from '#contract/calendar.ts'
import { pesos } from '#contract/money.ts'
import { clockText } from './clock-text.ts'
import { addDays } from './local-days.ts'
import { localClock } from './local-instants.ts'

/** An instant: ISO text from the contract, or a Date. A bare day ("2026-11-20") means that day in Montevideo. */
export type Moment = string | Date

const locale = 'es-UY'
const dayParts = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' })
const longDayParts = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' })
const dateParts = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'always' })
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `$ 1.250` from integer cents of UYU; cents are shown only when they are not zero. */
export const formatMoney = pesos

/** `850 m`, `1,2 km`, `14 km`: tens of metres below a kilometre, tenths of one below ten. */
export function formatDistance(meters: number): string {
  const tens = Math.round(meters / 10) * 10
  if (tens < 1000) return `${tens}\u00a0m`
  return `${(meters < 9950 ? tenths : whole).format(meters / 1000)}\u00a0km`
}

/** `1.250` */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** `1.250`; `Más de 200` where the total reaches what it is counted to. */
export function formatTotal({ total, countedTo }: { total: number; countedTo: number }): string {
  return total < countedTo ? formatCount(total) : `Más de ${formatCount(countedTo - 1)}`
}

/** `4,5` */
export function formatRating(rating: number): string {
  return tenths.format(rating)
}

/** `+598 99 123 456`, `+598 2710 1234`; a number of another country as it is. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+598(9\d)(\d{3})(\d{3})$/, '+598 $1 $2 $3').replace(/^\+598(\d{4})(\d{4})$/, '+598 $1 $2')
}

/** The `tel:` address of a telephone number in any notation. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}

/** `vie 20 nov` */
export function formatDay(moment: Moment): string {
  const { weekday, day, month } = partsOf(dayParts, moment)
  return `${weekday} ${day} ${month}`
}

/** `viernes 20 de noviembre` */
export function formatLongDay(moment: Moment): string {
  const { weekday, day, month } = partsOf(longDayParts, moment)
  return `${weekday} ${day} de ${month}`
}

/** `20 de noviembre de 2026` */
export function formatDate(moment: Moment): string {
  const { day, month, year } = partsOf(dateParts, moment)
  return `${day} de ${month} de ${year}`
}

/** `14:30` */
export function formatTime(moment: Moment): string {
  return clockText(localClock(toDate(moment)).minute)
}

/** Built from parts, because browsers and Node differ in punctuation and must render the same page. */
function partsOf(format: Intl.DateTimeFormat, moment: Moment) {
  const found = Object.fromEntries(format.formatToParts(toDate(moment)).map(({ type, value }) => [type, value]))
  const part = (name: string) => (found[name] ?? '').replace('.', '')
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') }
}

function toDate(moment: Moment): Date {
  if (moment instanceof Date) return moment
  // Noon in UTC is the same day in Montevideo; midnight in UTC would be the day before.
  return new Date(moment.length === 10 ? `${moment}T12:00:00Z` : moment)
}

/** `16 al 22 de noviembre`, `30 de noviembre al 6 de diciembre` */
export function formatDayRange({ from, to }: { from: string; to: string }): string {
  const [start, end] = [from, to].map((date) => formatLongDay(date).replace(/^\S+ /, '')) as [string, string]
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${sameMonth ? start.split(' ')[0] : start} al ${end}`
}

/** `hoy`, `mañana`, else `vie 20 nov`. */
export function formatNearDay({ date, today }: { date: string; today: string }): string {
  if (date === today) return 'hoy'
  return date === addDays({ date: today, days: 1 }) ? 'mañana' : formatDay(date)
}

/** `viernes 20 de noviembre, 14:30` */
export function formatLongMoment(instant: string): string {
  return `${formatLongDay(instant)}, ${formatTime(instant)}`
}
