import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import { SelectBox } from '../actions/select-box.tsx'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import { settleCommissions } from './commission-actions.tsx'

const perPage = 10
const countOf = (count: number) => (count === 1 ? '1 comisión' : `${count} comisiones`)

/** The centres with pending commissions of the period, which can be settled, and the whole debt of each; the largest first. */
export function OwingCenters({ period, center }: { period: CommissionPeriod; center: string | undefined }) {
  const query = useOwingCenters({ period, center })
  const { items, more, loadingMore } = pagesOf(query)
  const settle = settleCommissions(period)
  const rows = items?.map((center) => ({ ...center, id: center.centerId }))
  const selection = useRowSelection(rows, settle.allows)
  const list = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby="owing" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="owing">Lo que debe cada centro de este período</h3>
      <SelectionBar selection={selection} actions={{ settle }} noun={rowNouns.center} />
      {rows && rows.length > 0 && (
        <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-panel">
          {rows.map(({ id, centerName, count, commissionCents, whole, can }) => (
            <li
              key={id}
              tabIndex={-1}
              className="-outline-offset-3 flex items-center gap-x-3 px-2 py-1 cramped:flex-wrap"
            >
              {can.settle ? (
                <SelectBox
                  label={`Elegir ${centerName}`}
                  isChecked={selection.isChosen({ id })}
                  onToggle={(isOn) => selection.choose({ id }, isOn)}
                />
              ) : (
                <span className="px-2 text-sm text-ink-soft">Trabajas aquí</span>
              )}
              <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium wrap-break-word">{centerName}</span>
                <span className="text-sm text-ink-soft tabular-nums max-sm:w-full">{countOf(count)}</span>
                {whole.count > count && (
                  <span className="w-full text-sm text-ink-soft tabular-nums">
                    {`En total, con las de antes: ${countOf(whole.count)}, ${formatMoney(Math.abs(whole.commissionCents))}${whole.commissionCents < 0 ? ' a su favor' : ''}`}
                  </span>
                )}
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
