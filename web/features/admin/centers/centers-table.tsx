import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'

import type { CenterRow } from '#contract/center-records.ts'
import { maxTargets } from '#contract/moderation.ts'
import type { RecordOrder } from '#contract/record-statuses.ts'
import { formatDate } from '#web/platform/formats.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'
import { RecordStatusBadge } from './record-status-badge.tsx'

type Props = {
  centers: readonly CenterRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  order: RecordOrder
  onOrder: (order: RecordOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

export function CentersTable({ centers, selected, onSelect, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <TableFrame label="Centros">
      <table className="w-full min-w-[66rem] text-left">
        <caption className="sr-only">
          Centros, con su estado, sus documentos por revisar y sus inasistencias de los últimos 90 días
        </caption>
        <thead className="border-b border-line bg-sand text-sm">
          <tr>
            <th scope="col" className="w-12 pl-2">
              <SelectBox
                label="Elegir todas las filas"
                isChecked={centers.every(({ id }) => selected.has(id))}
                onToggle={(isOn) => onSelect(new Set(isOn ? centers.slice(0, maxTargets).map(({ id }) => id) : []))}
              />
            </th>
            <SortHeader label="Nombre" ascending="name" descending="name_desc" {...sorting} />
            {['Correo', 'Estado', 'Aprobación', 'Por revisar', 'Inasistencias'].map((title) => (
              <th key={title} scope="col" className="px-3 py-3 font-semibold">
                {title}
              </th>
            ))}
            <SortHeader label="Desde" ascending="oldest" descending="newest" first="descending" {...sorting} />
          </tr>
        </thead>
        <tbody ref={body}>
          {centers.map((center) => (
            <CenterTableRow
              key={center.id}
              center={center}
              isSelected={selected.has(center.id)}
              onSelect={(isOn) => onSelect(withMember(selected, { id: center.id, isOn }))}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

/** «8 % (2 de 25)», of the last 90 days. */
function noShowText({ missed, closed }: CenterRow['noShows']): string {
  return closed === 0 ? '–' : `${Math.round((100 * missed) / closed)} % (${missed} de ${closed})`
}

type Row = { center: CenterRow; isSelected: boolean; onSelect: (isOn: boolean) => void }

function CenterTableRow({ center, isSelected, onSelect }: Row) {
  const { id, name, email, status, isApproved, pendingDocuments, noShows, createdAt } = center
  return (
    <tr className={isSelected ? 'border-b border-line bg-action-soft' : 'border-b border-line last:border-0'}>
      <td className="pl-2">
        <SelectBox label={`Elegir ${name}`} isChecked={isSelected} onToggle={onSelect} />
      </td>
      <th scope="row" className="min-w-48 px-3 font-medium wrap-anywhere">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, centro: id })}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      </th>
      <td className="min-w-56 px-3 wrap-anywhere">{email}</td>
      <td className="px-3 whitespace-nowrap">
        <RecordStatusBadge status={status} />
      </td>
      <td className="px-3">{isApproved ? 'Aprobado' : 'Sin aprobar'}</td>
      <td className="px-3 tabular-nums">
        {pendingDocuments === 0 ? '–' : pendingDocuments === 1 ? '1 documento' : `${pendingDocuments} documentos`}
      </td>
      <td className="px-3 whitespace-nowrap tabular-nums">{noShowText(noShows)}</td>
      <td className="px-3 whitespace-nowrap">{formatDate(createdAt)}</td>
    </tr>
  )
}
