import { brand } from '#contract/brand.ts'
import { csvAmount, csvHead, csvLines } from '#server/platform/csv.ts'
import type { Income } from './income.ts'

type Settled = { reference: string; day: string; commissionCents: number; onlineCents: number }

/** A centre's month: what it earned, where the money is, and how staff settled it. */
export type Statement = {
  centerName: string
  /** The first day of the month. */
  month: string
  income: Income
  settlements: readonly Settled[]
}

export type StatementSection = { title: string; lines: { label: string; cents: number; isSum?: true }[] }

/** The same lines in the PDF and in the spreadsheet. Lines of nothing are left out, sums stay. */
export function statementSections({ income, settlements }: Statement): StatementSection[] {
  const sections: StatementSection[] = [
    {
      title: 'Lo que ganaste',
      lines: [
        { label: `Precio de las consultas completadas (${income.consultations})`, cents: income.valueCents },
        { label: 'Descuentos a tu cargo', cents: -income.centerDiscountCents },
        { label: `Descuentos a cargo de ${brand.name}`, cents: -income.sendaDiscountCents },
        { label: `Lo que ${brand.name} te acredita por ellos`, cents: income.creditCents },
        { label: 'Devuelto a pacientes', cents: -income.refundedCents },
        { label: 'Retenido de cancelaciones tardías e inasistencias', cents: income.retainedCents },
        { label: 'Ingresos', cents: income.incomeCents, isSum: true },
        { label: 'Comisión', cents: -income.commissionCents },
        { label: 'Neto', cents: income.netCents, isSum: true },
      ],
    },
    {
      title: 'Dónde está el dinero',
      lines: [
        { label: 'Cobrado en el centro', cents: income.deskCents },
        { label: 'Pagado en línea, que ya te llegó', cents: income.passedOnCents },
        { label: 'Comisión que se descontó de esos pagos', cents: -income.withheldCents },
        { label: 'Recibido', cents: income.receivedCents, isSum: true },
        { label: `Pagado en línea, que tiene ${brand.name}`, cents: income.inTransitCents },
        { label: 'Bonos vendidos, incluidos en lo cobrado y lo pagado en línea', cents: income.soldCents },
        { label: 'Ingresos pagados con bonos, que se cobraron al venderlos', cents: income.packageCents },
        { label: 'Falta cobrar', cents: income.dueCents },
        { label: 'Falta devolver en el centro', cents: -income.toReturnCents },
      ],
    },
    ...settlements.map(({ reference, day, commissionCents, onlineCents }): StatementSection => {
      const transferCents = onlineCents - commissionCents
      return {
        title: `Liquidación ${reference}, del ${day}`,
        lines: [
          { label: 'Pagos en línea', cents: onlineCents },
          { label: 'Comisiones, menos lo acreditado', cents: -commissionCents },
          {
            label: transferCents < 0 ? `Le pagaste a ${brand.name}` : 'Te transferimos',
            cents: Math.abs(transferCents),
            isSum: true,
          },
        ],
      }
    }),
  ]
  return sections.map(({ title, lines }) => ({
    title,
    lines: lines.filter(({ cents, isSum }) => isSum || cents !== 0),
  }))
}

export function statementCsv(statement: Statement): string {
  const rows = statementSections(statement).flatMap(({ title, lines }) =>
    lines.map(({ label, cents }) => [title, label, csvAmount(cents)]),
  )
  return csvHead(['parte', 'concepto', 'importe']) + csvLines(rows)
}

export const statementFile = ({ month }: { month: string }, format: 'csv' | 'pdf') =>
  `estado-de-cuenta-${month.slice(0, 7)}.${format}`
