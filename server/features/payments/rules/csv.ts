import { stringify } from 'csv-stringify/sync'
import { deskMethodLabels, deskStatusLabels } from '#contract/agenda.ts'
import type { Consultation } from '../payments.repository.ts'
import type { Period } from './revenue.ts'

const columns = [
  'fecha',
  'hora',
  'profesional',
  'servicio',
  'paciente',
  'estado',
  'valor',
  'cobrado',
  'medio',
  'comisión',
]

/**
 * The format that a spreadsheet in Spanish opens correctly: semicolons, decimal commas, and a byte order mark for UTF-8.
 * Names come from patients, so a text that begins like a formula gets an apostrophe.
 */
const dialect = {
  delimiter: ';',
  record_delimiter: '\r\n',
  escape_formulas: true,
  // An unquoted line break would end the row in some programs.
  quoted_match: /[\r\n]/u,
} as const

/** The header row, after the byte order mark. */
export function csvHead(): string {
  return stringify([columns], { ...dialect, bom: true })
}

/** A row for each consultation. */
export function csvLines({ consultations, zone }: { consultations: readonly Consultation[]; zone: string }): string {
  // One formatter each, because time-zone conversion is expensive and there may be tens of thousands of rows.
  const date = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const clock = new Intl.DateTimeFormat('es-UY', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return stringify(
    consultations.map((row) => [
      date.format(row.startsAt),
      clock.format(row.startsAt),
      row.professionalName,
      row.serviceName,
      row.personName,
      deskStatusLabels[row.status],
      amount(row.priceCents),
      amount(row.collectedCents),
      row.method === null ? '' : deskMethodLabels[row.method],
      amount(row.commissionCents),
    ]),
    dialect,
  )
}

export function csvFileName({ from, to }: Period): string {
  return `ingresos-${from}-a-${to}.csv`
}

/** «1500,00»: without a thousands separator, which some programs read as the decimal separator. */
function amount(cents: number | null): string {
  return cents === null ? '' : `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
}
