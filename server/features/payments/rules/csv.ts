import { deskStatusLabels, paymentMethodLabels } from '#contract/agenda.ts'
import { csvAmount, csvDay, csvHead, csvLines } from '#server/platform/csv.ts'
import type { Consultation } from '../repository/revenue.ts'
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

export function consultationHead(): string {
  return csvHead(columns)
}

export function consultationLines({
  consultations,
  zone,
}: {
  consultations: readonly Consultation[]
  zone: string
}): string {
  // The formatters are created once, because a file may have tens of thousands of rows.
  const dayOf = csvDay(zone)
  const clock = new Intl.DateTimeFormat('es-UY', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return csvLines(
    consultations.map((row) => [
      dayOf(row.startsAt),
      clock.format(row.startsAt),
      row.professionalName,
      row.serviceName,
      row.personName,
      deskStatusLabels[row.status],
      csvAmount(row.priceCents),
      csvAmount(row.collectedCents),
      row.methods.map((method) => paymentMethodLabels[method]).join(' y '),
      csvAmount(row.commissionCents),
    ]),
  )
}

export function csvFileName({ from, to }: Period): string {
  return `ingresos-${from}-a-${to}.csv`
}
