import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { addDays, localToday } from '#web/platform/local-days.ts'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import { SelectBox } from '../actions/select-box.tsx'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import { settleMonth, transferText } from './commission-actions.tsx'

const offeredMonths = 12
const monthName = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The first days of the last twelve months that are over, the newest first. */
function endedMonths(today: string): string[] {
  const months: string[] = []
  let month = `${today.slice(0, 7)}-01`
  while (months.length < offeredMonths) {
    month = `${addDays({ date: month, days: -1 }).slice(0, 7)}-01`
    months.push(month)
  }
  return months
}

/** What is open with each centre until the end of a month that is over: staff transfer the difference, and settle it. */
export function MonthToSettle() {
  const { queries } = useApi()
  const months = endedMonths(localToday())
  const [month, setMonth] = useState(months[0] ?? '')
  const query = useQuery({
    ...queries.commissions.toSettle.queryOptions({ input: { month } }),
    placeholderData: keepPreviousData,
  })
  const settle = settleMonth(month)
  const rows = query.data?.items.map((center) => ({ ...center, id: center.centerId }))
  const selection = useRowSelection(rows, settle.allows)
  return (
    <section aria-labelledby="month-to-settle" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="month-to-settle">Liquidar un mes</h3>
      <SelectField
        label="Mes"
        value={month}
        options={months.map((value) => ({ value, label: monthName.format(new Date(`${value}T00:00:00Z`)) }))}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
      />
      <SelectionBar selection={selection} actions={{ settle }} noun={rowNouns.center} />
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-x-3 px-2 py-1 cramped:flex-wrap">
              {row.can.settle ? (
                <SelectBox
                  label={`Liquidar a ${row.centerName}`}
                  isChecked={selection.isChosen(row)}
                  onToggle={(isOn) => selection.choose(row, isOn)}
                />
              ) : (
                <span className="px-2 text-sm text-ink-soft">Trabajas aquí</span>
              )}
              <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium wrap-break-word">{row.centerName}</span>
                <span className="text-sm text-ink-soft tabular-nums max-sm:w-full">
                  {`Pagos en línea ${formatMoney(row.onlineCents)} · Comisiones ${formatMoney(row.commissionCents)}`}
                </span>
              </span>
              <strong className="pr-2 text-right text-sm tabular-nums">{transferText(row)}</strong>
            </li>
          ))}
        </ul>
      )}
      {query.data && query.data.total > query.data.items.length && (
        <p className="text-ink-soft">
          {`Son ${formatCount(query.data.total)} centros: cuando liquides estos, aparecen los demás.`}
        </p>
      )}
      {rows?.length === 0 && <p className="text-ink-soft">No queda nada por liquidar hasta el fin de ese mes.</p>}
      {!rows && (
        <Pending query={query} loading="Cargando los centros" failed="Error al cargar datos financieros">
          <Skeleton className="h-40" />
        </Pending>
      )}
    </section>
  )
}
