import { localClock } from './local-instants.ts'
import { serverDate } from './server-time.ts'

/*
 * Days of the marketplace's calendar, independent of the browser's zone. A local day is the text "2026-11-20";
 * a week starts on Monday.
 */

/** The local day and hour (0 to 23) of an instant. */
export function localMoment(instant: string | Date): { date: string; hour: number } {
  const { date, minute } = localClock(instant)
  return { date, hour: Math.floor(minute / 60) }
}

export function localToday(): string {
  return localMoment(serverDate()).date
}

export function addDays({ date, days }: { date: string; days: number }): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** The same day of a later month, or that month's last day where it is shorter. */
export function addMonths({ date, months }: { date: string; months: number }): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/** From Monday on: `weekdayNames[weekdayOf(date) - 1]`. */
export const weekdayNames = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const

/** From 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

export function mondayOf(date: string): string {
  return addDays({ date, days: 1 - weekdayOf(date) })
}

/** Whether the day exists; "2026-02-30" does not. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
