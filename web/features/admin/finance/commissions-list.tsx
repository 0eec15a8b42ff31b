import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { type CommissionPeriod, type CommissionStatus, commissionStatuses } from '#contract/commission-statuses.ts'
import type { CommissionRow } from '#contract/commissions.ts'
import { maxTargets } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'

const perPage = 50
const statuses = {
  pending: { label: 'Pendiente', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  cancelled: { label: 'Sin efecto', tone: 'neutral' },
} as const

type Props = {
  period: CommissionPeriod
  center: string | undefined
  status: CommissionStatus | undefined
  onStatus: (status: CommissionStatus | undefined) => void
}

/** Every commission of the period, newest first. */
export function CommissionsList({ period, center, status, onStatus }: Props) {
  const { queries } = useApi()
  const query = useInfiniteQuery({
    ...queries.commissions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        period,
        limit: perPage,
        ...(center && { center }),
        ...(status && { status }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const cancelling = useDialogState<{ commissions: readonly CommissionRow[] }>()
  const history = useDialogState<{ commissionId: string }>()
  const body = useRef<HTMLTableSectionElement>(null)
  const chosen = items?.filter(({ id, can }) => can.cancel && selected.has(id)).slice(0, maxTargets) ?? []
  return (
    <section aria-labelledby="staff-commissions" className="grid gap-3">
      <h3 id="staff-commissions">Comisiones</h3>
      <SelectField
        label="Estado"
        className="justify-self-start"
        value={status ?? ''}
        placeholder="Todas"
        options={commissionStatuses.map((value) => ({ value, label: statuses[value].label }))}
        onChange={({ currentTarget }) => onStatus(commissionStatuses.find((value) => value === currentTarget.value))}
      />
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
          <p role="status" className="mr-2 font-semibold">
            {chosen.length === 1 ? '1 comisión elegida' : `${chosen.length} comisiones elegidas`}
          </p>
          <Button variant="secondary" size="small" onClick={() => cancelling.show({ commissions: chosen })}>
            Dejar sin efecto…
          </Button>
        </div>
      )}
      {items && items.length > 0 && (
        <TableFrame label="Comisiones">
          <table className="w-full min-w-[46rem] text-left">
            <caption className="sr-only">Comisiones, con su centro y su estado</caption>
            <thead className="border-b border-line bg-sand text-sm">
              <tr>
                {['Elegir', 'Centro', 'Precio', 'Comisión', 'Estado', 'Fecha', 'Medidas'].map((title) => (
                  <th key={title} scope="col" className="px-3 py-3 font-semibold">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {items.map((commission) => (
                <CommissionTableRow
                  key={commission.id}
                  commission={commission}
                  isSelected={selected.has(commission.id)}
                  onSelect={(isOn) => setSelected(withMember(selected, { id: commission.id, isOn }))}
                  onHistory={() => history.show({ commissionId: commission.id })}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
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
      {cancelling.subject && (
        <CancelDialog
          key={`cancel-${cancelling.key}`}
          {...cancelling.subject}
          open={cancelling.isOpen}
          onClose={cancelling.close}
        />
      )}
      {history.subject && (
        <HistoryDialog
          key={`history-${history.key}`}
          {...history.subject}
          open={history.isOpen}
          onClose={history.close}
        />
      )}
    </section>
  )
}

type Row = { commission: CommissionRow; isSelected: boolean; onSelect: (isOn: boolean) => void; onHistory: () => void }

function CommissionTableRow({ commission, isSelected, onSelect, onHistory }: Row) {
  const { centerName, paymentCents, commissionCents, status, reference, createdAt, can } = commission
  const { label, tone } = statuses[status]
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
      <td className="px-3 py-2 tabular-nums">{formatMoney(paymentCents)}</td>
      <td className="px-3 py-2 tabular-nums">{formatMoney(commissionCents)}</td>
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
