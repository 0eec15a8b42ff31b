import { deskStatusLabels } from '#contract/agenda.ts'
import { brand } from '#contract/brand.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { csvAmount, csvDay, csvHead, csvLines } from '#server/platform/csv.ts'
import type { Consultation, SoldLine } from '../repository/revenue.ts'
import { incomeOf } from './income.ts'
import type { Period } from './revenue.ts'

/** Read when a file is made, because the operator may change the brand. */
const columns = () => [
  'fecha',
  'hora',
  'profesional',
  'servicio',
  'paciente',
  'estado',
  'precio',
  'descuento del centro',
  `descuento de ${brand.name}`,
  `crédito de ${brand.name}`,
  'devuelto',
  'retenido',
  'con bono',
  'ingreso',
  'comisión',
  'comisión ya descontada',
  'neto',
  'por cobrar',
  'cobrado',
  'medio',
  'en camino',
  'recibido',
]

export function consultationHead(): string {
  return csvHead(columns())
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
  const clock = clockOf(zone)
  return csvLines(
    consultations
      .map((row) => ({ ...row, ...incomeOf(row) }))
      .map((row) => [
        dayOf(row.startsAt),
        clock.format(row.startsAt),
        row.professionalName,
        row.serviceName,
        row.personName,
        deskStatusLabels[row.status],
        csvAmount(row.priceCents),
        csvAmount(row.centerDiscountCents),
        csvAmount(row.sendaDiscountCents),
        csvAmount(row.creditCents),
        csvAmount(row.refundedCents),
        csvAmount(row.retainedCents),
        csvAmount(row.packageCents),
        csvAmount(row.incomeCents),
        csvAmount(row.commissionCents),
        csvAmount(row.withheldCents),
        csvAmount(row.netCents),
        csvAmount(row.dueCents),
        csvAmount(row.collectedCents),
        row.methods.map((method) => paymentMethodLabels[method]).join(' y '),
        csvAmount(row.inTransitCents),
        csvAmount(row.receivedCents),
      ]),
  )
}

/** The payments for packages, in the columns of the appointments. */
export function soldLines({ payments, zone }: { payments: readonly SoldLine[]; zone: string }): string {
  const [dayOf, clock] = [csvDay(zone), clockOf(zone)]
  return csvLines(
    payments
      .map((row) => ({ ...row, ...incomeOf(row) }))
      .map((row) => [
        dayOf(row.at),
        clock.format(row.at),
        '',
        `Bono de ${row.sessions}: ${row.serviceName}`,
        row.personName,
        'Bono vendido',
        ...Array.from({ length: 4 }, () => csvAmount(0)),
        csvAmount(row.refundedCents),
        csvAmount(0),
        csvAmount(row.packageCents),
        csvAmount(row.incomeCents),
        ...Array.from({ length: 2 }, () => csvAmount(0)),
        csvAmount(row.netCents),
        csvAmount(row.dueCents),
        csvAmount(row.collectedCents),
        row.methods.map((method) => paymentMethodLabels[method]).join(' y '),
        csvAmount(row.inTransitCents),
        csvAmount(row.receivedCents),
      ]),
  )
}

const clockOf = (zone: string) =>
  new Intl.DateTimeFormat('es-UY', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export function csvFileName({ from, to }: Period): string {
  return `ingresos-${from}-a-${to}.csv`
}
