import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import {
  type CommissionOrder,
  type CommissionPeriod,
  type CommissionStatus,
  commissionOrders,
  commissionStatuses,
} from '#contract/commission-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { ActionHistory } from '../actions/action-history.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import { cancelCommission } from './commission-actions.tsx'
import { CommissionsTable, commissionStatusNames } from './commissions-table.tsx'

const perPage = 50
const orderNames = {
  newest: 'Nuevas primero',
  oldest: 'Antiguas primero',
  largest: 'Mayor comisión',
  smallest: 'Menor comisión',
} as const
type Props = {
  period: CommissionPeriod
  center: string | undefined
  status: CommissionStatus | undefined
  order: CommissionOrder
  onStatus: (status: CommissionStatus | undefined) => void
  onOrder: (order: CommissionOrder) => void
}

export function CommissionsList({ onStatus, onOrder, ...filters }: Props) {
  const query = useCommissions(filters)
  const { items, more, loadingMore } = pagesOf(query)
  const selection = useRowSelection(items, cancelCommission.allows)
  const history = useDialogState<{ commissionId: string }>()
  const body = useRef<HTMLTableSectionElement>(null)
  return (
    <section aria-labelledby="staff-commissions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="staff-commissions">Comisiones</h3>
      <Filters status={filters.status} order={filters.order} onStatus={onStatus} onOrder={onOrder} />
      <SelectionBar selection={selection} actions={{ cancelCommission }} noun={rowNouns.commission} />
      {items && items.length > 0 && (
        <CommissionsTable
          items={items}
          selection={selection}
          onHistory={(commissionId) => history.show({ commissionId })}
          order={filters.order}
          onOrder={onOrder}
          body={body}
        />
      )}
      {items?.length === 0 && <p className="text-ink-soft">Ninguna comisión con esos datos.</p>}
      {!items && (
        <Pending query={query} loading="Cargando comisiones" failed="Error al cargar datos financieros">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={body} more={more} pending={loadingMore} className="justify-self-start">
        Ver más comisiones
      </MoreButton>
      {history.subject && (
        <HistoryDialog key={history.key} {...history.subject} open={history.isOpen} onClose={history.close} />
      )}
    </section>
  )
}

function Filters({ status, order, onStatus, onOrder }: Pick<Props, 'status' | 'order' | 'onStatus' | 'onOrder'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label="Estado"
        value={status ?? ''}
        placeholder="Todas"
        options={commissionStatuses.map((value) => ({ value, label: commissionStatusNames[value].label }))}
        onChange={({ currentTarget }) => onStatus(commissionStatuses.find((value) => value === currentTarget.value))}
      />
      <SelectField
        label="Orden"
        value={order}
        options={commissionOrders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={({ currentTarget }) =>
          onOrder(commissionOrders.find((value) => value === currentTarget.value) ?? 'newest')
        }
      />
    </div>
  )
}

function useCommissions({ period, center, status, order }: Pick<Props, 'period' | 'center' | 'status' | 'order'>) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.commissions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        period,
        limit: perPage,
        ...(center && { center }),
        ...(status && { status }),
        order,
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}

type HistoryDialogProps = { commissionId: string; open: boolean; onClose: () => void }

/** The actions on one commission and on its settlement, each with its undo button. */
function HistoryDialog({ commissionId, open, onClose }: HistoryDialogProps) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.get.queryOptions({ input: { commissionId } }))
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Historial de la comisión" size="small">
      {query.data ? (
        <ActionHistory actions={query.data.actions} />
      ) : (
        <Pending query={query} loading="Cargando la comisión" failed="Error al cargar datos financieros">
          <Skeleton className="h-40" />
        </Pending>
      )}
    </Dialog>
  )
}
