import type { RefObject } from 'react'

import type { CommissionOrder } from '#contract/commission-statuses.ts'
import type { CommissionRow } from '#contract/commissions.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'

import { ActionTable, PlainHeader } from '../actions/action-table.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import type { RowSelection } from '../actions/use-row-selection.ts'

export const commissionStatusNames = {
  pending: { label: 'Pendiente', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  cancelled: { label: 'Sin efecto', tone: 'neutral' },
} as const

/** Why a commission was charged, unless the consultation took place. */
const origins = { completed: undefined, late_cancellation: 'Cancelación tardía', no_show: 'Inasistencia' } as const

type Props = {
  items: readonly CommissionRow[]
  selection: RowSelection<CommissionRow>
  onHistory: (commissionId: string) => void
  order: CommissionOrder
  onOrder: (order: CommissionOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

export function CommissionsTable({ items, selection, onHistory, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <ActionTable
      label="Comisiones"
      caption="Comisiones, con su centro y su estado"
      className="min-w-[46rem]"
      rows={items}
      selection={selection}
      noun={rowNouns.commission}
      boxLabel={({ centerName, createdAt }) => `Elegir la comisión de ${centerName} del ${formatDate(createdAt)}`}
      headers={
        <>
          <PlainHeader>Centro</PlainHeader>
          <PlainHeader className="text-right">Precio</PlainHeader>
          <SortHeader
            label="Comisión"
            ascending="smallest"
            descending="largest"
            first="descending"
            numeric
            {...sorting}
          />
          <PlainHeader>Estado</PlainHeader>
          <SortHeader label="Fecha" ascending="oldest" descending="newest" first="descending" {...sorting} />
          <PlainHeader>Medidas</PlainHeader>
        </>
      }
      cells={(commission) => <CommissionCells commission={commission} onHistory={() => onHistory(commission.id)} />}
      focusesRows
      body={body}
    />
  )
}

const amount = 'px-3 py-2 text-right tabular-nums'

type Cells = { commission: CommissionRow; onHistory: () => void }

function CommissionCells({ commission, onHistory }: Cells) {
  const {
    centerName,
    paymentCents,
    commissionCents,
    creditCents,
    withheldCents,
    origin,
    status,
    reference,
    createdAt,
  } = commission
  const { label, tone } = commissionStatusNames[status]
  const day = formatDate(createdAt)
  return (
    <>
      <th scope="row" className="min-w-40 px-3 py-2 font-medium wrap-break-word">
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
        {withheldCents > 0 && (
          <span className="block text-sm text-ink-soft">{`descontado del pago: ${formatMoney(withheldCents)}`}</span>
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
    </>
  )
}
