import { brand } from '#contract/brand.ts'
import type { CommissionSummary } from '#contract/commissions.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

const dayMonth = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', day: 'numeric', month: 'numeric' })
const monthYear = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'short', year: '2-digit' })
const longDay = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const unitNames = { day: 'Día', week: 'Semana desde', month: 'Mes' } as const

export function FinanceSummary({ summary, busy }: { summary: CommissionSummary; busy: boolean }) {
  const { from, to, totals, trend } = summary
  const facts = [
    { label: 'Pendientes', sums: totals.pending },
    { label: 'Pagadas', sums: totals.paid },
    { label: 'Sin efecto', sums: totals.cancelled },
  ]
  const nameOf = (day: string) => (trend.unit === 'month' ? monthYear : dayMonth).format(dateOf(day))
  return (
    <section aria-label="Totales del período" aria-busy={busy} className="grid gap-4">
      <p className="text-ink-soft">{`Del ${longDay.format(dateOf(from))} al ${longDay.format(dateOf(to))}`}</p>
      <dl className="grid gap-3 sm:grid-cols-3">
        {facts.map(({ label, sums }) => (
          <div key={label} className="grid gap-1 rounded-card border border-line bg-panel px-4 py-3">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-display text-2xl font-heading tabular-nums">{formatMoney(sums.commissionCents)}</dd>
            <dd className="text-sm text-ink-soft tabular-nums">
              {sums.count === 1 ? '1 comisión' : `${sums.count} comisiones`}
              {` por ${formatMoney(sums.paymentCents)}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-soft">
        Los créditos por los descuentos que paga {brand.name} se restan al liquidar con cada centro.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <BarChart
          label="Comisiones en el tiempo, y cuánto está pagado"
          bars={trend.spans.map(({ from: day, commissionCents, paidCents }) => ({
            id: day,
            label: nameOf(day),
            value: commissionCents,
            part: paidCents,
          }))}
          format={formatMoney}
          legend={{ value: 'Comisiones', part: 'Pagadas' }}
        />
        <TableFrame label="Comisiones en el tiempo">
          <table className="w-full text-left">
            <caption className="sr-only">Comisiones en el tiempo</caption>
            <thead className="border-b border-line bg-sand text-sm">
              <tr>
                {[unitNames[trend.unit], 'Comisiones', 'Pagadas'].map((title) => (
                  <th key={title} scope="col" className="px-3 py-2 font-semibold not-first:text-right">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trend.spans.map(({ from: day, commissionCents, paidCents }) => (
                <tr key={day} className="border-b border-line last:border-0">
                  <th scope="row" className="px-3 py-2 font-medium">
                    {nameOf(day)}
                  </th>
                  <td className="px-3 py-2 text-right tabular-nums">{formatMoney(commissionCents)}</td>
                  <td className="px-3 py-2 text-right tabular-nums">{formatMoney(paidCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </div>
    </section>
  )
}
