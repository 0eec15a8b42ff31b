import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'

import { type CheckStatus, checkStatuses } from '#contract/record-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { useAdminSearch } from '../use-admin-search.ts'
import { DocumentReview } from './document-review.tsx'

const route = getRouteApi('/admin/dashboard')
const perPage = 50
const names: Readonly<Record<CheckStatus, string>> = {
  pending: 'Por revisar',
  approved: 'Aprobados',
  rejected: 'Rechazados',
  expired: 'Vencidos',
}

/** The uploaded documents of one status, the oldest first: those that wait for a review, unless the URL names another. */
export function DocumentsSection() {
  const { documentos: status = 'pending' } = useAdminSearch()
  const navigate = route.useNavigate()
  const { queries } = useApi()
  const query = useInfiniteQuery({
    ...queries.centerRecords.listDocuments.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, limit: perPage, ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
  const { items, more, loadingMore } = pagesOf(query)
  const list = useRef<HTMLUListElement>(null)
  return (
    <div className="grid max-w-4xl gap-4">
      <SelectField
        label="Documentos"
        className="justify-self-start"
        value={status}
        options={checkStatuses.map((value) => ({ value, label: names[value] }))}
        onChange={({ currentTarget }) => {
          const documentos = checkStatuses.find((value) => value === currentTarget.value)
          void navigate({
            search: (before) => ({ ...before, documentos: documentos === 'pending' ? undefined : documentos }),
            replace: true,
            resetScroll: false,
          })
        }}
      />
      {items && items.length > 0 && (
        <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-panel">
          {items.map((document) => (
            <li key={document.id} tabIndex={-1} className="grid gap-1 p-4">
              <Link
                from="/admin/dashboard"
                search={(before) => ({ ...before, seccion: 'centros', centro: document.centerId })}
                className="inline-flex min-h-11 items-center justify-self-start font-medium text-action underline wrap-anywhere"
              >
                {document.centerName}
              </Link>
              <DocumentReview document={document} centerName={document.centerName} />
            </li>
          ))}
        </ul>
      )}
      {items?.length === 0 && (
        <EmptyState
          heading="h3"
          title={status === 'pending' ? 'No hay documentos por revisar' : 'Ningún documento así'}
        >
          {status === 'pending' ? 'Cuando un centro suba uno, aparece aquí.' : 'Elige otro estado.'}
        </EmptyState>
      )}
      {!items && (
        <Pending query={query} loading="Cargando documentos" failed="Error al cargar verificaciones de cumplimiento">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={list} more={more} pending={loadingMore} className="justify-self-start">
        Ver más documentos
      </MoreButton>
    </div>
  )
}
