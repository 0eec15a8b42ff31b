import type { CommissionPeriod, CommissionStatus } from '#contract/commission-statuses.ts'
import { csvAmount, csvDay, csvHead, csvLines } from '#server/platform/csv.ts'

export type CsvRow = {
  centerName: string
  paymentCents: number
  commissionCents: number
  status: CommissionStatus
  createdAt: Date
}

const statusNames = { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Sin efecto' } as const
const periodNames = { week: 'semanales', month: 'mensuales', quarter: 'trimestrales', year: 'anuales' } as const

export function commissionsHead(): string {
  return csvHead(['centro', 'monto del pago', 'comisión', 'estado', 'fecha'])
}

/** Returns a function that formats rows, with dates in a time zone. */
export function commissionLines(zone: string): (rows: readonly CsvRow[]) => string {
  const dayOf = csvDay(zone)
  return (rows) =>
    csvLines(
      rows.map(({ centerName, paymentCents, commissionCents, status, createdAt }) => [
        centerName,
        csvAmount(paymentCents),
        csvAmount(commissionCents),
        statusNames[status],
        dayOf(createdAt),
      ]),
    )
}

/** The file's name, such as «comisiones-mensuales-2026-10-23-a-2026-11-23.csv». */
export function commissionsFileName({
  period,
  from,
  to,
}: {
  period: CommissionPeriod
  from: string
  to: string
}): string {
  return `comisiones-${periodNames[period]}-${from}-a-${to}.csv`
}
