import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import type { AdminSearch } from '../admin-search.ts'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { userActions } from './user-actions.tsx'
import { UserFilters } from './user-filters.tsx'
import { UsersTable } from './users-table.tsx'

const perPage = 50

export function UsersList() {
  const search = useAdminSearch()
  const updateSearch = useUpdateAdminSearch()
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useUsers({ search, text })
  const { items, more, loadingMore } = pagesOf(query)
  const selection = useRowSelection(items)
  const body = useRef<HTMLTableSectionElement>(null)

  return (
    <section aria-label="Cuentas" className="grid gap-4">
      <UserFilters search={search} typed={typed} onType={setTyped} updateSearch={updateSearch} />
      <SelectionBar selection={selection} actions={userActions} noun={rowNouns.account} />
      {items && items.length > 0 && (
        <UsersTable
          users={items}
          selection={selection}
          order={search.orden ?? 'newest'}
          onOrder={(orden) => updateSearch({ orden: orden === 'newest' ? undefined : orden })}
          body={body}
        />
      )}
      {items?.length === 0 && (
        <EmptyState drawing="people" heading="h3" title="Ninguna cuenta con esos datos">
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
