import type { RefObject } from 'react'

import type { CommissionOrder } from '#contract/commission-statuses.ts'
import type { CommissionRow } from '#contract/commissions.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'

export const commissionStatusNames = {
  pending: { label: 'Pendiente', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  cancelled: { label: 'Sin efecto', tone: 'neutral' },
} as const

/** Why a commission was charged, unless the consultation took place. */
const origins = { completed: undefined, late_cancellation: 'Cancelación tardía', no_show: 'Inasistencia' } as const

type Props = {
  items: readonly CommissionRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onHistory: (commissionId: string) => void
  order: CommissionOrder
  onOrder: (order: CommissionOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

export function CommissionsTable({ items, selected, onSelect, onHistory, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <TableFrame label="Comisiones">
      <table className="w-full min-w-[46rem] text-left">
        <caption className="sr-only">Comisiones, con su centro y su estado</caption>
        <thead className="border-b border-line bg-sand text-sm">
          <tr>
            {['Elegir', 'Centro'].map((title) => (
              <th key={title} scope="col" className="px-3 py-3 font-semibold">
                {title}
              </th>
            ))}
            <th scope="col" className="px-3 py-3 text-right font-semibold">
              Precio
            </th>
            <SortHeader
              label="Comisión"
              ascending="smallest"
              descending="largest"
              first="descending"
              numeric
              {...sorting}
            />
            <th scope="col" className="px-3 py-3 font-semibold">
              Estado
            </th>
            <SortHeader label="Fecha" ascending="oldest" descending="newest" first="descending" {...sorting} />
            <th scope="col" className="px-3 py-3 font-semibold">
              Medidas
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map((commission) => (
            <CommissionTableRow
              key={commission.id}
              commission={commission}
              isSelected={selected.has(commission.id)}
              onSelect={(isOn) => onSelect(withMember(selected, { id: commission.id, isOn }))}
              onHistory={() => onHistory(commission.id)}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

const amount = 'px-3 py-2 text-right tabular-nums'

type Row = { commission: CommissionRow; isSelected: boolean; onSelect: (isOn: boolean) => void; onHistory: () => void }

function CommissionTableRow({ commission, isSelected, onSelect, onHistory }: Row) {
  const { centerName, paymentCents, commissionCents, creditCents, origin, status, reference, createdAt, can } =
    commission
  const { label, tone } = commissionStatusNames[status]
  const day = formatDate(createdAt)
  return (
    <tr tabIndex={-1} className="-outline-offset-3 border-b border-line last:border-0">
      <td className="pl-2">
        {can.cancel && (
          <SelectBox
            label={`Elegir la comisión de ${centerName} del ${day}`}
            isChecked={isSelected}
            onToggle={onSelect}
          />
        )}
      </td>
      <th scope="row" className="px-3 py-2 font-medium wrap-anywhere">
        {centerName}
      </th>
      <td className={amount}>
        {formatMoney(paymentCents)}
        {origins[origin] && <span className="block text-sm text-ink-soft">{origins[origin]}</span>}
      </td>
      <td className={amount}>
        {formatMoney(commissionCents)}
        {creditCents > 0 && (
          <span className="block text-sm text-ink-soft">{`crédito de ${formatMoney(creditCents)}`}</span>
        )}
      </td>
      <td className="px-3 py-2">
        <Badge tone={tone}>{label}</Badge>
        {reference && <span className="block text-sm wrap-anywhere text-ink-soft">{reference}</span>}
      </td>
      <td className="px-3 py-2 whitespace-nowrap">{day}</td>
      <td className="px-3 py-2">
        <Button variant="secondary" size="small" onClick={onHistory}>
          Historial<span className="sr-only">{` de la comisión de ${centerName} del ${day}`}</span>
        </Button>
      </td>
    </tr>
  )
}
