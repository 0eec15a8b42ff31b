import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { minSearchLength } from '#contract/user-statuses.ts'
import type { UserRow } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import type { AdminSearch } from '../admin-search.ts'
import { useAdminSearch } from '../use-admin-search.ts'
import { MeasureDialog, measureTexts, type UserMeasure } from './measure-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { UsersTable } from './users-table.tsx'

const route = getRouteApi('/admin/dashboard')
const perPage = 50

/** Which of the shown rows a measure applies to: those whose row offers it. */
const allows: Readonly<Record<UserMeasure, (user: UserRow) => boolean>> = {
  suspend: ({ can }) => can.suspend,
  ban: ({ can }) => can.ban,
  activate: ({ can }) => can.activate,
  setRole: ({ can }) => can.setRole.length > 0,
}
const measures = ['suspend', 'ban', 'activate', 'setRole'] as const

export function UsersList() {
  const search = useAdminSearch()
  const navigate = route.useNavigate()
  const go = (change: AdminSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useUsers({ search, text })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ measure: UserMeasure; users: readonly UserRow[] }>()
  const body = useRef<HTMLTableSectionElement>(null)
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []

  return (
    <section aria-label="Cuentas" className="grid gap-4">
      <UserFilters search={search} typed={typed} onType={setTyped} go={go} />
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          onMeasure={(measure) => dialog.show({ measure, users: chosen.filter(allows[measure]) })}
          onClear={() => setSelected(new Set())}
        />
      )}
      {items && items.length > 0 && (
        <UsersTable
          users={items}
          selected={selected}
          onSelect={setSelected}
          order={search.orden ?? 'newest'}
          onOrder={(orden) => go({ orden: orden === 'newest' ? undefined : orden })}
          body={body}
        />
      )}
      {items?.length === 0 && (
        <EmptyState heading="h3" title="Ninguna cuenta con esos datos">
          Prueba con una parte del nombre o del correo, o quita los filtros.
        </EmptyState>
      )}
      {!items && (
        <Pending query={query} loading="Cargando usuarios" failed="Error al cargar usuarios">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={body} more={more} pending={loadingMore} className="justify-self-start">
        Ver más cuentas
      </MoreButton>
      {dialog.subject && (
        <MeasureDialog key={dialog.key} {...dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}

type Selection = { chosen: readonly UserRow[]; onMeasure: (measure: UserMeasure) => void; onClear: () => void }

/** What can be done with the chosen rows, and with how many of them. */
function SelectionBar({ chosen, onMeasure, onClear }: Selection) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
      <p role="status" className="mr-2 font-semibold">
        {chosen.length === 1 ? '1 cuenta elegida' : `${chosen.length} cuentas elegidas`}
      </p>
      {measures.map((measure) => {
        const count = chosen.filter(allows[measure]).length
        if (count === 0) return undefined
        return (
          <Button key={measure} variant="secondary" size="small" onClick={() => onMeasure(measure)}>
            {`${measureTexts[measure].title}${count < chosen.length ? ` (${count})` : ''}…`}
          </Button>
        )
      })}
      <Button variant="secondary" size="small" className="ml-auto" onClick={onClear}>
        Quitar la selección
      </Button>
    </div>
  )
}

function useUsers({ search, text }: { search: AdminSearch; text: string }) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.users.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: perPage,
        ...(text.length >= minSearchLength && { text }),
        ...(search.rol && { role: search.rol }),
        ...(search.estado && { status: search.estado }),
        ...(search.orden && { order: search.orden }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
