import { type DateFault, daysIn, type ReadDate } from './typed-date.ts'

/** The days that the server takes where a field names none. */
export const plausibleDays = { min: '1900-01-01', max: '2199-12-31' } as const

const longDate = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })
const monthName = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long' })
const inWords = (date: string) => longDate.format(new Date(date))

const faults: Record<Exclude<DateFault, 'day'>, string> = {
  incomplete: 'La fecha está incompleta. Escribe el día, el mes y el año.',
  letters: 'Escribe la fecha con números: el día, el mes y el año, como 05/03/2027.',
  year: 'El año tiene cuatro cifras, como 2027.',
  month: 'El mes va de 1 a 12. Escribe primero el día, como 05/03/2027.',
}

export type DateLimits = { min?: string | undefined; max?: string | undefined }

/** Why what was typed cannot stay, and what to do; undefined for a day between the limits and for no text. */
export function dateProblem(read: ReadDate, { min, max }: DateLimits): string | undefined {
  if ('fault' in read) return read.fault === 'day' ? noSuchDay(read) : faults[read.fault]
  const { date } = read
  if (date === '' || (date >= (min ?? plausibleDays.min) && date <= (max ?? plausibleDays.max))) return undefined
  if (min && !max && date < min) return `Esa fecha no se puede elegir. Elige una desde el ${inWords(min)}.`
  if (max && !min && date > max) return `Esa fecha no se puede elegir. Elige una hasta el ${inWords(max)}.`
  const limits = { ...plausibleDays, ...(min && { min }), ...(max && { max }) }
  return `Esa fecha no se puede elegir. Elige una del ${inWords(limits.min)} al ${inWords(limits.max)}.`
}

function noSuchDay({ month = 1, year = 2000 }: { month?: number; year?: number }): string {
  const name = monthName.format(new Date(Date.UTC(year, month - 1, 1))).toLowerCase()
  return `Ese día no existe: ${name} de ${year} tiene ${daysIn(year, month)} días.`
}
