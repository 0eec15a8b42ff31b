import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import type { CenterRow } from '#contract/center-records.ts'
import { recordStatuses } from '#contract/record-statuses.ts'
import { minSearchLength } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { AdminSearch } from '../admin-search.ts'
import { useAdminSearch } from '../use-admin-search.ts'
import { RecordStatusBadge, recordStatusNames } from './record-status-badge.tsx'

const route = getRouteApi('/admin/dashboard')
const perPage = 50

/** Every centre, newest first, so that registrations come first. */
export function CentersList() {
  const search = useAdminSearch()
  const navigate = route.useNavigate()
  const go = (change: AdminSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useCenters({ text, status: search.registro })
  const { items, more, loadingMore } = pagesOf(query)
  const body = useRef<HTMLTableSectionElement>(null)
  return (
    <section aria-label="Centros" className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:gap-3">
        <TextField
          label="Buscar por nombre"
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          hint={text !== '' && text.length < minSearchLength ? `Escribe al menos ${minSearchLength} letras` : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
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
      </div>
      {items && items.length > 0 && (
        <TableFrame label="Centros">
          <table className="w-full min-w-[46rem] text-left">
            <caption className="sr-only">Centros, con su estado y sus documentos por revisar</caption>
            <thead className="border-b border-line bg-sand text-sm">
              <tr>
                {['Nombre', 'Correo', 'Estado', 'En la búsqueda', 'Por revisar', 'Desde'].map((title) => (
                  <th key={title} scope="col" className="px-3 py-3 font-semibold">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {items.map((center) => (
                <CenterTableRow key={center.id} center={center} />
              ))}
            </tbody>
          </table>
        </TableFrame>
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
    </section>
  )
}

function CenterTableRow({ center }: { center: CenterRow }) {
  const { id, name, email, status, isApproved, pendingDocuments, createdAt } = center
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-3 font-medium wrap-anywhere">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, centro: id })}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      </th>
      <td className="px-3 wrap-anywhere">{email}</td>
      <td className="px-3">
        <RecordStatusBadge status={status} />
      </td>
      <td className="px-3">{isApproved ? 'Aprobado' : 'Sin aprobar'}</td>
      <td className="px-3 tabular-nums">
        {pendingDocuments === 0 ? '–' : pendingDocuments === 1 ? '1 documento' : `${pendingDocuments} documentos`}
      </td>
      <td className="px-3 whitespace-nowrap">{formatDate(createdAt)}</td>
    </tr>
  )
}

function useCenters({ text, status }: { text: string; status: AdminSearch['registro'] }) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.centerRecords.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: perPage,
        ...(text.length >= minSearchLength && { text }),
        ...(status && { status }),
        ...(cursor && { cursor }),
      }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
