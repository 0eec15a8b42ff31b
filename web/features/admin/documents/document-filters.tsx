import { type CheckType, checkTypes } from '#contract/check-types.ts'
import { type DocumentList, type DocumentOrder, documentLists, documentOrders } from '#contract/record-statuses.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { SelectField } from '#web/ui/select-field.tsx'

import type { AdminSearch } from '../admin-search.ts'
import { SearchField } from '../search-field.tsx'
import { documentName } from './document-facts.tsx'

const listNames: Readonly<Record<DocumentList, string>> = {
  pending: 'Por revisar',
  open: 'Por atender (todos)',
  missing: 'Sin archivo',
  requested: 'Pedidos de nuevo',
  approved: 'Aprobados',
  expiring: 'Vencen pronto',
  rejected: 'Rechazados',
  expired: 'Vencidos',
}
const orderNames: Readonly<Record<DocumentOrder, string>> = {
  oldest: 'Los más viejos primero',
  newest: 'Los más nuevos primero',
  expiry: 'Los que vencen primero',
}

type Props = {
  list: DocumentList
  order: DocumentOrder
  type: CheckType | undefined
  typed: string
  onType: (text: string) => void
  updateSearch: (change: AdminSearch) => void
}

export function DocumentFilters({ list, order, type, typed, onType, updateSearch }: Props) {
  return (
    <div className="grid grid-cols-2 gap-2 max-[22rem]:*:col-span-2 sm:gap-3 lg:grid-cols-4">
      <SearchField
        label="Buscar por centro"
        className="col-span-2 sm:col-span-1"
        typed={typed}
        onType={onType}
        minLength={minSearchLength}
        updateSearch={updateSearch}
      />
      <SelectField
        label="Documentos"
        value={list}
        options={documentLists.map((value) => ({ value, label: listNames[value] }))}
        onChange={({ currentTarget }) => {
          const documentos = documentLists.find((value) => value === currentTarget.value)
          updateSearch({ documentos: documentos === 'pending' ? undefined : documentos })
        }}
      />
      <SelectField
        label="Tipo"
        value={type ?? ''}
        placeholder="Todos"
        options={checkTypes.map((value) => ({ value, label: documentName({ type: value }) }))}
        onChange={({ currentTarget }) =>
          updateSearch({ tipo: checkTypes.find((value) => value === currentTarget.value) })
        }
      />
      <SelectField
        label="Orden"
        className="col-span-2 sm:col-span-1"
        value={order}
        options={documentOrders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={({ currentTarget }) => {
          const ordendocumentos = documentOrders.find((value) => value === currentTarget.value)
          updateSearch({ ordendocumentos: ordendocumentos === 'oldest' ? undefined : ordendocumentos })
        }}
      />
    </div>
  )
}
