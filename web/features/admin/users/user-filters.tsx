import { roles } from '#contract/roles.ts'
import { minSearchLength, type UserOrder, userOrders, userStatuses } from '#contract/user-statuses.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { roleNames } from '../actions/action-names.ts'
import type { AdminSearch } from '../admin-search.ts'
import { SearchField } from '../search-field.tsx'

const orderNames: Readonly<Record<UserOrder, string>> = {
  newest: 'Nuevas primero',
  oldest: 'Antiguas primero',
  name: 'Nombre, A a Z',
  name_desc: 'Nombre, Z a A',
  email: 'Correo, A a Z',
  email_desc: 'Correo, Z a A',
}
const statusNames = { active: 'Activas', suspended: 'Suspendidas', banned: 'Bloqueadas' } as const

type Props = {
  search: AdminSearch
  typed: string
  onType: (text: string) => void
  updateSearch: (change: AdminSearch) => void
}

export function UserFilters({ search, typed, onType, updateSearch }: Props) {
  return (
    <div className="grid grid-cols-2 gap-2 cramped:*:col-span-2 sm:grid-cols-[minmax(14rem,1fr)_auto_auto_auto] sm:gap-3">
      <SearchField
        label="Buscar por nombre o correo"
        className="col-span-2 sm:col-span-1"
        typed={typed}
        onType={onType}
        minLength={minSearchLength}
        updateSearch={updateSearch}
      />
      <SelectField
        label="Rol"
        value={search.rol ?? ''}
        placeholder="Todos"
        options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
        onChange={({ currentTarget }) => updateSearch({ rol: roles.find((role) => role === currentTarget.value) })}
      />
      <SelectField
        label="Estado"
        value={search.estado ?? ''}
        placeholder="Todos"
        options={userStatuses.map((status) => ({ value: status, label: statusNames[status] }))}
        onChange={({ currentTarget }) =>
          updateSearch({ estado: userStatuses.find((status) => status === currentTarget.value) })
        }
      />
      <SelectField
        label="Orden"
        className="col-span-2 sm:col-span-1"
        value={search.orden ?? 'newest'}
        options={userOrders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={({ currentTarget }) => {
          const orden = userOrders.find((value) => value === currentTarget.value)
          updateSearch({ orden: orden === 'newest' ? undefined : orden })
        }}
      />
    </div>
  )
}
