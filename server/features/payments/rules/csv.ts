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
 * What a spreadsheet in Spanish opens right by a double click: semicolons, decimal commas, and the mark that says UTF-8.
 * What begins like a formula gets an apostrophe, as a name may have been typed by anybody.
 */
const dialect = {
  delimiter: ';',
  record_delimiter: '\r\n',
  escape_formulas: true,
  // A lone one would end the line in some programs.
  quoted_match: /[\r\n]/u,
} as const

/** The first line, with the mark before it. */
export function csvHead(): string {
  return stringify([columns], { ...dialect, bom: true })
}

/** A line for each consultation. */
export function csvLines({ consultations, zone }: { consultations: readonly Consultation[]; zone: string }): string {
  // As fast as zone arithmetic is slow: there may be tens of thousands of lines.
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

/** «1500,00»: without a thousands separator, which some programs take for the decimal one. */
function amount(cents: number | null): string {
  return cents === null ? '' : `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
}
