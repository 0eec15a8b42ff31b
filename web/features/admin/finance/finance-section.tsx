import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import { type CommissionPeriod, commissionPeriods } from '#contract/commission-statuses.ts'
import { minCenterText } from '#contract/commissions.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SearchField } from '../search-field.tsx'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { CommissionsList } from './commissions-list.tsx'
import { FinanceSummary } from './finance-summary.tsx'
import { MonthToSettle } from './month-to-settle.tsx'
import { OwingCenters } from './owing-centers.tsx'
import { TroubledPayments } from './troubled-payments.tsx'

const periodNames = { week: 'Semana', month: 'Mes', quarter: 'Trimestre', year: 'Año' } as const

export function FinanceSection() {
  const search = useAdminSearch()
  const updateSearch = useUpdateAdminSearch()
  const period = search.periodo ?? 'month'
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const center = text.length >= minCenterText ? text : undefined
  const { api, queries } = useApi()
  const summary = useQuery({
    ...queries.commissions.summary.queryOptions({ input: { period } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Período"
          value={period}
          options={commissionPeriods.map((value) => ({ value, label: periodNames[value] }))}
          onChange={({ currentTarget }) =>
            updateSearch({ periodo: commissionPeriods.find((value) => value === currentTarget.value) })
          }
        />
        <CsvButton address={() => api.downloads.create({ route: 'commissions.csv', input: { period } })} />
      </div>
      {summary.data ? (
        <FinanceSummary summary={summary.data} busy={summary.isPlaceholderData} />
      ) : (
        <Pending query={summary} loading="Cargando datos financieros" failed="Error al cargar datos financieros">
          <Skeleton className="h-72" />
        </Pending>
      )}
      <TroubledPayments />
      <OvercreditedCenters key={`overcredited-${period}`} period={period} />
      <SearchField
        label="Buscar por centro"
        className="max-w-md"
        typed={typed}
        onType={setTyped}
        minLength={minCenterText}
        updateSearch={updateSearch}
      />
      <MonthToSettle />
      <OwingCenters key={`owing-${period}`} period={period} center={center} />
      <CommissionsList
        key={`list-${period}`}
        period={period}
        center={center}
        status={search.comision}
        order={search.ordencomision ?? 'newest'}
        onStatus={(status) => updateSearch({ comision: status })}
        onOrder={(order) => updateSearch({ ordencomision: order === 'newest' ? undefined : order })}
      />
    </div>
  )
}

/** The centres for which Senda pays more in discounts than they bring in commissions: staff look at them first. */
function OvercreditedCenters({ period }: { period: CommissionPeriod }) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.overcredited.queryOptions({ input: { period } }))
  return (
    <section aria-labelledby="overcredited" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="overcredited">Centros con más descuentos de {brand.name} que comisiones</h3>
      {query.data && query.data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {query.data.items.map(({ centerId, centerName, commissionCents, creditCents, points }) => (
            <li key={centerId} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
              <span className="font-medium wrap-anywhere">{centerName}</span>
              <span className="text-sm tabular-nums">
                {`Descuentos ${formatMoney(creditCents)} · Comisiones ${formatMoney(commissionCents)} · ${formatCount(points)} puntos a sus pacientes`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {query.data?.items.length === 0 && (
        <p className="text-ink-soft">
          En este período ningún centro recibió más descuentos de {brand.name} que comisiones.
        </p>
      )}
      {!query.data && (
        <Pending query={query} loading="Cargando los centros" failed="Error al cargar datos financieros">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </section>
  )
}
