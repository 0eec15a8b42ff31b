import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type RecordOrder, recordOrders, recordStatuses } from '#contract/record-statuses.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import type { AdminSearch } from '../admin-search.ts'
import { SearchField } from '../search-field.tsx'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { centerActions } from './center-actions.ts'
import { CentersTable } from './centers-table.tsx'
import { recordStatusNames } from './record-status-badge.tsx'

const perPage = 50

export function CentersList() {
  const search = useAdminSearch()
  const updateSearch = useUpdateAdminSearch()
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useCenters({ text, search })
  const { items, more, loadingMore } = pagesOf(query)
  const selection = useRowSelection(items)
  const body = useRef<HTMLTableSectionElement>(null)
  return (
    <section aria-label="Centros" className="grid gap-4">
      <CenterFilters search={search} typed={typed} onType={setTyped} updateSearch={updateSearch} />
      <SelectionBar selection={selection} actions={centerActions} noun={rowNouns.center}>
        {selection.chosen.every(({ can }) => !can.approve && !can.revoke) && (
          <p className="text-ink-soft">Todavía no se pueden aprobar: abre cada uno y mira qué le falta.</p>
        )}
      </SelectionBar>
      {items && items.length > 0 && (
        <CentersTable
          centers={items}
          selection={selection}
          order={search.ordencentros ?? 'newest'}
          onOrder={(order) => updateSearch({ ordencentros: order === 'newest' ? undefined : order })}
          body={body}
        />
      )}
      {items?.length === 0 && (
        <EmptyState drawing="house" heading="h3" title="Ningún centro con esos datos">
          Prueba con una parte del nombre, o quita los filtros.
        </EmptyState>
      )}
      {!items && (
        <Pending query={query} loading="Cargando centros" failed="Error al cargar centros">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={body} more={more} pending={loadingMore} className="justify-self-start">
        Ver más centros
      </MoreButton>
    </section>
  )
}

type Filters = {
  search: AdminSearch
  typed: string
  onType: (text: string) => void
  updateSearch: (change: AdminSearch) => void
}

const orderNames: Readonly<Record<RecordOrder, string>> = {
  newest: 'Nuevos primero',
  oldest: 'Antiguos primero',
  name: 'Nombre, A a Z',
  name_desc: 'Nombre, Z a A',
}

function CenterFilters({ search, typed, onType, updateSearch }: Filters) {
  return (
    <div className="grid grid-cols-2 gap-2 max-[22rem]:*:col-span-2 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-3">
      <SearchField
        label="Buscar por nombre"
        className="col-span-2 sm:col-span-1"
        typed={typed}
        onType={onType}
        minLength={minSearchLength}
        updateSearch={updateSearch}
      />
      <SelectField
        label="Estado"
        value={search.registro ?? ''}
        placeholder="Todos"
        options={recordStatuses.map((value) => ({ value, label: recordStatusNames[value] }))}
        onChange={({ currentTarget }) =>
          updateSearch({ registro: recordStatuses.find((value) => value === currentTarget.value) })
        }
      />
      <SelectField
        label="Orden"
        value={search.ordencentros ?? 'newest'}
        options={recordOrders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={({ currentTarget }) => {
          const ordencentros = recordOrders.find((value) => value === currentTarget.value)
          updateSearch({ ordencentros: ordencentros === 'newest' ? undefined : ordencentros })
        }}
      />
    </div>
  )
}

function useCenters({ text, search }: { text: string; search: AdminSearch }) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.centerRecords.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: perPage,
        ...(text.length >= minSearchLength && { text }),
        ...(search.registro && { status: search.registro }),
        ...(search.ordencentros && { order: search.ordencentros }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
