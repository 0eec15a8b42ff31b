import type { Promotion } from '#contract/promotions.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { TableFrame } from '#web/ui/table-frame.tsx'

/** More bars would be illegible on a phone. */
const maxBars = 6

type Measure = { title: string; of: (promotion: Promotion) => number; format: (value: number) => string }

const measures: readonly Measure[] = [
  { title: 'Usos', of: ({ usedCount }) => usedCount, format: formatCount },
  { title: 'Citas que trajo', of: ({ figures }) => figures.consumed, format: formatCount },
  { title: 'Descuento dado', of: ({ figures }) => figures.discountCents, format: formatMoney },
]

export function PromotionFigures({ promotions }: { promotions: readonly Promotion[] }) {
  const used = promotions
    .filter(({ usedCount }) => usedCount > 0)
    .toSorted((one, other) => other.usedCount - one.usedCount)
  if (used.length === 0) return <p className="text-ink-soft">Cuando alguien use un código, aquí verás lo que trajo.</p>
  return (
    <div className="grid min-w-0 gap-5">
      <h3>Lo que trajeron</h3>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-3">
        {measures.map((measure) => (
          <MeasureChart key={measure.title} measure={measure} promotions={used.slice(0, maxBars)} />
        ))}
      </div>
      <FiguresTable promotions={promotions} />
    </div>
  )
}

/** One bar per promotion, with its figure beside it as text. */
function MeasureChart({ measure, promotions }: { measure: Measure; promotions: readonly Promotion[] }) {
  const { title, of, format } = measure
  const top = Math.max(1, ...promotions.map(of))
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-sm font-medium text-ink-soft">{title}</figcaption>
      <ul className="grid gap-2.5">
        {promotions.map((promotion) => (
          <li key={promotion.id} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate">{promotion.code}</span>
              <strong className="shrink-0 tabular-nums">{format(of(promotion))}</strong>
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-2 w-full overflow-hidden rounded-full bg-path"
            >
              <rect width={(of(promotion) / top) * 100} height="8" className="fill-action" />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const columns: readonly Measure[] = [
  { title: 'Usos', of: ({ usedCount }) => usedCount, format: formatCount },
  { title: 'Esperan el pago', of: ({ figures }) => figures.reserved, format: formatCount },
  { title: 'Citas que trajo', of: ({ figures }) => figures.consumed, format: formatCount },
  { title: 'Pacientes nuevos', of: ({ figures }) => figures.newPatients, format: formatCount },
  { title: 'Valor de las citas', of: ({ figures }) => figures.orderCents, format: formatMoney },
  { title: 'Descuento dado', of: ({ figures }) => figures.discountCents, format: formatMoney },
]

function FiguresTable({ promotions }: { promotions: readonly Promotion[] }) {
  const number = 'px-3 py-2 text-right tabular-nums'
  return (
    <TableFrame label="Lo que trajo cada promoción">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-ink-soft">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Código
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={`${number} font-medium whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {promotions.map((promotion) => (
            <tr key={promotion.id}>
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {promotion.code}
              </th>
              {columns.map(({ title, of, format }) => (
                <td key={title} className={number}>
                  {format(of(promotion))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
