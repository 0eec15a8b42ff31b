import type { Promotion } from '#contract/promotions.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

/** More bars would be illegible on a phone. */
const maxBars = 8

/** The use of the promotions: a chart of the most used, and a table of all. */
export function PromotionFigures({ promotions }: { promotions: readonly Promotion[] }) {
  const used = promotions
    .filter(({ usedCount }) => usedCount > 0)
    .toSorted((one, other) => other.usedCount - one.usedCount)
  if (used.length === 0) return <p className="text-ink-soft">Cuando alguien use un código, aquí verás lo que trajo.</p>
  return (
    <div className="grid min-w-0 gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <BarChart
        label="Usos de cada promoción"
        bars={used.slice(0, maxBars).map(({ id, code, usedCount, figures }) => ({
          id,
          label: code,
          value: usedCount,
          part: figures.consumed,
        }))}
        format={formatCount}
        legend={{ value: 'Aplicada', part: 'Usada en un pago' }}
      />
      <TableFrame label="Lo que trajo cada promoción">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              {[
                'Código',
                'Reservadas',
                'Citas pagadas',
                'Descuento dado',
                'Valor de las citas',
                'Pacientes nuevos',
              ].map((title) => (
                <th key={title} scope="col" className="px-3 py-2 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {promotions.map(({ id, code, figures }) => (
              <tr key={id} className="border-b border-line last:border-0">
                <th scope="row" className="px-3 py-2 font-medium">
                  {code}
                </th>
                <td className="px-3 py-2 tabular-nums">{formatCount(figures.reserved)}</td>
                <td className="px-3 py-2 tabular-nums">{formatCount(figures.consumed)}</td>
                <td className="px-3 py-2 tabular-nums">{formatMoney(figures.discountCents)}</td>
                <td className="px-3 py-2 tabular-nums">{formatMoney(figures.orderCents)}</td>
                <td className="px-3 py-2 tabular-nums">{formatCount(figures.newPatients)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
  )
}
