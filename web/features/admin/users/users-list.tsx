import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minSearchLength } from '#contract/user-statuses.ts'
import type { UserRow } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import type { AdminSearch } from '../admin-search.ts'
import { SelectionBar } from '../measures/selection-bar.tsx'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { MeasureDialog, measureTexts, type UserMeasure } from './measure-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { UsersTable } from './users-table.tsx'

const perPage = 50

/** Whether an account allows each measure. */
const allows: Readonly<Record<UserMeasure, (user: UserRow) => boolean>> = {
  suspend: ({ can }) => can.suspend,
  ban: ({ can }) => can.ban,
  activate: ({ can }) => can.activate,
  setRole: ({ can }) => can.setRole.length > 0,
}
const measures = ['suspend', 'ban', 'activate', 'setRole'] as const

export function UsersList() {
  const search = useAdminSearch()
  const updateSearch = useUpdateAdminSearch()
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useUsers({ search, text })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ measure: UserMeasure; users: readonly UserRow[] }>()
  const body = useRef<HTMLTableSectionElement>(null)
  const selectedUsers = items?.filter(({ id }) => selected.has(id)) ?? []

  return (
    <section aria-label="Cuentas" className="grid gap-4">
      <UserFilters search={search} typed={typed} onType={setTyped} updateSearch={updateSearch} />
      {selectedUsers.length > 0 && (
        <SelectionBar
          text={selectedUsers.length === 1 ? '1 cuenta elegida' : `${selectedUsers.length} cuentas elegidas`}
          selectedCount={selectedUsers.length}
          measures={measures.map((measure) => ({
            measure,
            label: measureTexts[measure].title,
            count: selectedUsers.filter(allows[measure]).length,
          }))}
          onMeasure={(measure) => dialog.show({ measure, users: selectedUsers.filter(allows[measure]) })}
          onClear={() => setSelected(new Set())}
        />
      )}
      {items && items.length > 0 && (
        <UsersTable
          users={items}
          selected={selected}
          onSelect={setSelected}
          order={search.orden ?? 'newest'}
          onOrder={(orden) => updateSearch({ orden: orden === 'newest' ? undefined : orden })}
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
