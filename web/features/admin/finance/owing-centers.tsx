import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import type { OwingCenter } from '#contract/commissions.ts'
import { maxTargets } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'
import { SettleDialog } from './settle-dialog.tsx'

const perPage = 10

/** The centres with pending commissions, the one that owes most first. */
export function OwingCenters({ period, center }: { period: CommissionPeriod; center: string | undefined }) {
  const query = useOwingCenters({ period, center })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ centers: readonly OwingCenter[] }>()
  const list = useRef<HTMLUListElement>(null)
  const selectedCenters =
    items?.filter(({ centerId, can }) => can.settle && selected.has(centerId)).slice(0, maxTargets) ?? []
  return (
    <section aria-labelledby="owing" className="grid gap-3">
      <h3 id="owing">Lo que debe cada centro</h3>
      {selectedCenters.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
          <p role="status" className="mr-2 font-semibold">
            {selectedCenters.length === 1 ? '1 centro elegido' : `${selectedCenters.length} centros elegidos`}
          </p>
          <Button size="small" onClick={() => dialog.show({ centers: selectedCenters })}>
            Liquidar…
          </Button>
        </div>
      )}
      {items && items.length > 0 && (
        <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-panel">
          {items.map(({ centerId, centerName, count, commissionCents, can }) => (
            <li key={centerId} tabIndex={-1} className="-outline-offset-3 flex items-center gap-x-3 px-2 py-1">
              {can.settle ? (
                <SelectBox
                  label={`Elegir ${centerName}`}
                  isChecked={selected.has(centerId)}
                  onToggle={(isOn) => setSelected(withMember(selected, { id: centerId, isOn }))}
                />
              ) : (
                <span className="px-2 text-sm text-ink-soft">Trabajas aquí</span>
              )}
              <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium wrap-anywhere">{centerName}</span>
                <span className="text-sm text-ink-soft tabular-nums max-sm:w-full">
                  {count === 1 ? '1 comisión' : `${count} comisiones`}
                </span>
              </span>
              <span className="pr-2 text-right whitespace-nowrap">
                <strong className="tabular-nums">{formatMoney(Math.abs(commissionCents))}</strong>
                {commissionCents < 0 && <span className="block text-sm text-ink-soft">a su favor</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {items?.length === 0 && <p className="text-ink-soft">Ningún centro debe comisiones de este período.</p>}
      {!items && (
        <Pending query={query} loading="Cargando los centros" failed="Error al cargar datos financieros">
          <Skeleton className="h-40" />
        </Pending>
      )}
      <MoreButton list={list} more={more} pending={loadingMore} className="justify-self-start">
        Ver más centros
      </MoreButton>
      {dialog.subject && (
        <SettleDialog
          key={dialog.key}
          period={period}
          {...dialog.subject}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}

function useOwingCenters({ period, center }: { period: CommissionPeriod; center: string | undefined }) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.commissions.owing.infiniteOptions({
      input: (cursor: string | undefined) => ({
        period,
        limit: perPage,
        ...(center && { center }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
