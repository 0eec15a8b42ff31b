import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CheckType } from '#contract/check-types.ts'
import type { DocumentList, DocumentOrder } from '#contract/record-statuses.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { DocumentFilters } from './document-filters.tsx'
import { DocumentPage } from './document-page.tsx'
import { DocumentsList } from './documents-list.tsx'

const perPage = 50

export function DocumentsSection() {
  const { documentos: list = 'pending', ordendocumentos: order = 'oldest', ...search } = useAdminSearch()
  const { documento: openId, tipo: type, q } = search
  const updateSearch = useUpdateAdminSearch()
  const [typed, setTyped] = useState(q ?? '')
  const text = useDebounced(typed.trim())
  const query = useDocuments({ list, order, type, text })
  const { items, more, loadingMore } = pagesOf(query)
  const body = useRef<HTMLUListElement>(null)
  if (items && openId) {
    // Only a file can be reviewed.
    const files = items.filter(({ fileName }) => fileName !== null)
    return (
      <DocumentPage items={files} more={more} openId={openId} onOpen={(documento) => updateSearch({ documento })} />
    )
  }
  const isQueue = list === 'pending' && text === '' && !type
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-4">
      <DocumentFilters
        list={list}
        order={order}
        type={type}
        typed={typed}
        onType={setTyped}
        updateSearch={updateSearch}
      />
      {items && items.length > 0 && <DocumentsList items={items} body={body} />}
      {items?.length === 0 && (
        <EmptyState
          drawing="documents"
          heading="h3"
          title={isQueue ? 'No hay documentos por revisar' : 'Ningún documento así'}
        >
          {isQueue ? 'Cuando un centro suba uno, aparece aquí.' : 'Elige otra lista, o quita los filtros.'}
        </EmptyState>
      )}
      {!items && (
        <Pending query={query} loading="Cargando documentos" failed="Error al cargar verificaciones de cumplimiento">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={body} more={more} pending={loadingMore} className="justify-self-start">
        Ver más documentos
      </MoreButton>
    </div>
  )
}

type Filters = { list: DocumentList; order: DocumentOrder; type: CheckType | undefined; text: string }

function useDocuments({ list, order, type, text }: Filters) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.centerRecords.listDocuments.infiniteOptions({
      input: (cursor: string | undefined) => ({
        list,
        order,
        limit: perPage,
        ...(type && { type }),
        ...(text.length >= minSearchLength && { text }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
