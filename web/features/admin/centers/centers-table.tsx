import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'

import type { CenterRow } from '#contract/center-records.ts'
import type { RecordOrder } from '#contract/record-statuses.ts'
import { formatDate } from '#web/platform/formats.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'

import { ActionTable, PlainHeader } from '../actions/action-table.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import type { RowSelection } from '../actions/use-row-selection.ts'
import { CenterChanges } from './center-changes.tsx'
import { pinNames } from './missing-words.ts'
import { RecordStatusBadge } from './record-status-badge.tsx'

type Props = {
  centers: readonly CenterRow[]
  selection: RowSelection<CenterRow>
  order: RecordOrder
  onOrder: (order: RecordOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

export function CentersTable({ centers, selection, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <ActionTable
      label="Centros"
      caption="Centros, con su estado, su punto en el mapa, sus documentos por revisar, y sus inasistencias y las devoluciones que anotó, de los últimos 90 días"
      className="min-w-[83rem]"
      rows={centers}
      selection={selection}
      noun={rowNouns.center}
      boxLabel={({ name }) => `Elegir ${name}`}
      headers={
        <>
          <SortHeader label="Nombre" ascending="name" descending="name_desc" {...sorting} />
          {['Correo', 'Estado', 'Aprobación', 'Punto en el mapa', 'Por revisar', 'Inasistencias', 'Devoluciones'].map(
            (title) => (
              <PlainHeader key={title}>{title}</PlainHeader>
            ),
          )}
          <SortHeader label="Desde" ascending="oldest" descending="newest" first="descending" {...sorting} />
        </>
      }
      cells={(center) => <CenterCells center={center} />}
      body={body}
    />
  )
}

/** The text is like «8 % (2 de 25)», and covers the last 90 days. */
function shareText(part: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((100 * part) / all)} % (${part} de ${all})`
}

function CenterCells({ center }: { center: CenterRow }) {
  const { id, name, email, status, isApproved, pinPrecision, changes, pendingDocuments, createdAt } = center
  const { noShows, deskRefunds } = center
  return (
    <>
      <th scope="row" className="min-w-48 px-3 font-medium wrap-anywhere">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, centro: id })}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
        <CenterChanges changes={changes} />
      </th>
      <td className="min-w-56 px-3 wrap-anywhere">{email}</td>
      <td className="px-3 whitespace-nowrap">
        <RecordStatusBadge status={status} />
      </td>
      <td className="px-3">{isApproved ? 'Aprobado' : 'Sin aprobar'}</td>
      <td className="px-3">{pinNames[pinPrecision]}</td>
      <td className="px-3 tabular-nums">
        {pendingDocuments === 0 ? '–' : pendingDocuments === 1 ? '1 documento' : `${pendingDocuments} documentos`}
      </td>
      <td className="px-3 whitespace-nowrap tabular-nums">{shareText(noShows.missed, noShows.closed)}</td>
      <td className="px-3 whitespace-nowrap tabular-nums">
        {deskRefunds.refunded === 0 ? '–' : shareText(deskRefunds.refunded, deskRefunds.completed)}
      </td>
      <td className="px-3 whitespace-nowrap">{formatDate(createdAt)}</td>
    </>
  )
}
