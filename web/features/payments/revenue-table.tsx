import type { Revenue } from '#contract/payments.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { TableFrame } from '#web/ui/table-frame.tsx'

type Row = Revenue['total'] & { id: string; name: string }

export function RevenueTable({
  caption,
  firstColumn,
  rows,
}: {
  caption: string
  firstColumn: string
  rows: readonly Row[]
}) {
  if (rows.length === 0) return <p className="text-ink-soft">Ninguna consulta completada en este período.</p>
  const number = 'px-2 py-2 last:pr-3 text-right tabular-nums'
  return (
    <TableFrame label={caption}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {firstColumn}
            </th>
            <th scope="col" className={`${number} font-medium max-sm:hidden`}>
              Consultas
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Valor
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Cobrado
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ id, name, consultations, valueCents, collectedCents }) => (
            <tr key={id}>
              <th scope="row" className="px-3 py-2 text-left font-normal wrap-anywhere hyphens-auto max-sm:pr-1">
                <span className="block first-letter:uppercase">{name}</span>
                {/* On a phone there is no room for a column of its own. */}
                <span className="block text-sm text-ink-soft tabular-nums sm:hidden">
                  {consultations === 1 ? '1 consulta' : `${consultations} consultas`}
                </span>
              </th>
              <td className={`${number} max-sm:hidden`}>{consultations}</td>
              <td className={number}>{formatMoney(valueCents)}</td>
              <td className={number}>{formatMoney(collectedCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
