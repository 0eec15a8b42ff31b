import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { commissionPeriods } from '#contract/commission-statuses.ts'
import { minCenterText } from '#contract/commissions.ts'
import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { SearchField } from '../search-field.tsx'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { CommissionsList } from './commissions-list.tsx'
import { FinanceSummary } from './finance-summary.tsx'
import { OvercreditedCenters } from './overcredited-centers.tsx'
import { OwingCenters } from './owing-centers.tsx'

const periodNames = { week: 'Semana', month: 'Mes', quarter: 'Trimestre', year: 'Año' } as const

/** The commissions of a period: their totals, the centres that owe them, and the list of all. */
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
    <div className="grid gap-8">
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
      <OvercreditedCenters key={`overcredited-${period}`} period={period} />
      <SearchField
        label="Buscar por centro"
        className="max-w-md"
        typed={typed}
        onType={setTyped}
        minLength={minCenterText}
        updateSearch={updateSearch}
      />
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
