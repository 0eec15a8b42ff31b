import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import type { CenterRow } from '#contract/center-records.ts'
import { type RecordOrder, recordOrders, recordStatuses } from '#contract/record-statuses.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import type { AdminSearch } from '../admin-search.ts'
import { useAdminSearch } from '../use-admin-search.ts'
import { CentersTable } from './centers-table.tsx'
import { type CenterMeasure, centerMeasureTexts, MeasureCenterDialog } from './measure-center-dialog.tsx'
import { recordStatusNames } from './record-status-badge.tsx'

const route = getRouteApi('/admin/dashboard')
const perPage = 50

/** Every centre: newest first, so that registrations come first, or in the order that the URL names. */
export function CentersList() {
  const search = useAdminSearch()
  const navigate = route.useNavigate()
  const go = (change: AdminSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useCenters({ text, search })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ measure: CenterMeasure; centers: readonly CenterRow[] }>()
  const body = useRef<HTMLTableSectionElement>(null)
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []
  return (
    <section aria-label="Centros" className="grid gap-4">
      <CenterFilters search={search} typed={typed} onType={setTyped} go={go} />
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          onMeasure={(measure) => dialog.show({ measure, centers: chosen.filter(({ can }) => can[measure]) })}
          onClear={() => setSelected(new Set())}
        />
      )}
      {items && items.length > 0 && (
        <CentersTable
          centers={items}
          selected={selected}
          onSelect={setSelected}
          order={search.ordencentros ?? 'newest'}
          onOrder={(order) => go({ ordencentros: order === 'newest' ? undefined : order })}
          body={body}
        />
      )}
      {items?.length === 0 && (
        <EmptyState heading="h3" title="Ningún centro con esos datos">
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
      {dialog.subject && (
        <MeasureCenterDialog key={dialog.key} {...dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}

type Filters = {
  search: AdminSearch
  typed: string
  onType: (text: string) => void
  go: (change: AdminSearch) => void
}

const orderNames: Readonly<Record<RecordOrder, string>> = {
  newest: 'Nuevos primero',
  oldest: 'Antiguos primero',
  name: 'Nombre, A a Z',
  name_desc: 'Nombre, Z a A',
}

function CenterFilters({ search, typed, onType, go }: Filters) {
  const text = typed.trim()
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-3">
      <TextField
        label="Buscar por nombre"
        type="search"
        className="col-span-2 sm:col-span-1"
        value={typed}
        maxLength={100}
        autoComplete="off"
        hint={text !== '' && text.length < minSearchLength ? `Escribe al menos ${minSearchLength} letras` : undefined}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value)
          go({ q: currentTarget.value.trim() || undefined })
        }}
      />
      <SelectField
        label="Estado"
        value={search.registro ?? ''}
        placeholder="Todos"
        options={recordStatuses.map((value) => ({ value, label: recordStatusNames[value] }))}
        onChange={({ currentTarget }) =>
          go({ registro: recordStatuses.find((value) => value === currentTarget.value) })
        }
      />
      <SelectField
        label="Orden"
        value={search.ordencentros ?? 'newest'}
        options={recordOrders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={({ currentTarget }) => {
          const ordencentros = recordOrders.find((value) => value === currentTarget.value)
          go({ ordencentros: ordencentros === 'newest' ? undefined : ordencentros })
        }}
      />
    </div>
  )
}

type Selection = { chosen: readonly CenterRow[]; onMeasure: (measure: CenterMeasure) => void; onClear: () => void }

/** The measures that apply to the chosen rows, each with the number of rows that allow it. */
function SelectionBar({ chosen, onMeasure, onClear }: Selection) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
      <p role="status" className="mr-2 font-semibold">
        {chosen.length === 1 ? '1 centro elegido' : `${chosen.length} centros elegidos`}
      </p>
      {(['approve', 'revoke'] as const).map((measure) => {
        const count = chosen.filter(({ can }) => can[measure]).length
        if (count === 0) return undefined
        return (
          <Button key={measure} variant="secondary" size="small" onClick={() => onMeasure(measure)}>
            {`${centerMeasureTexts[measure].many}${count < chosen.length ? ` (${count})` : ''}…`}
          </Button>
        )
      })}
      {chosen.every(({ can }) => !can.approve && !can.revoke) && (
        <p className="text-ink-soft">Todavía no se pueden aprobar: abre cada uno y mira qué le falta.</p>
      )}
      <Button variant="secondary" size="small" className="ml-auto" onClick={onClear}>
        Quitar la selección
      </Button>
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
