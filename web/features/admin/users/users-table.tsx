import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'

import { maxTargets } from '#contract/moderation.ts'
import type { UserOrder } from '#contract/user-statuses.ts'
import type { UserRow } from '#contract/users.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

import { roleNames } from '../measures/measure-names.ts'
import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'
import { UserStatusBadge } from './user-status-badge.tsx'

type Props = {
  users: readonly UserRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  order: UserOrder
  onOrder: (order: UserOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

export function UsersTable({ users, selected, onSelect, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <TableFrame label="Cuentas">
      <table className="w-full min-w-[52rem] text-left">
        <caption className="sr-only">Cuentas, con su rol y su estado</caption>
        <thead className="border-b border-line bg-sand text-sm">
          <tr>
            <th scope="col" className="w-12 pl-2">
              <SelectBox
                label="Elegir todas las filas"
                isChecked={users.every(({ id }) => selected.has(id))}
                onToggle={(isOn) => onSelect(new Set(isOn ? users.slice(0, maxTargets).map(({ id }) => id) : []))}
              />
            </th>
            <SortHeader label="Nombre" ascending="name" descending="name_desc" {...sorting} />
            <SortHeader label="Correo" ascending="email" descending="email_desc" {...sorting} />
            {['Rol', 'Estado'].map((title) => (
              <th key={title} scope="col" className="px-3 py-3 font-semibold">
                {title}
              </th>
            ))}
            <SortHeader label="Desde" ascending="oldest" descending="newest" first="descending" {...sorting} />
          </tr>
        </thead>
        <tbody ref={body}>
          {users.map((user) => (
            <UserTableRow
              key={user.id}
              user={user}
              isSelected={selected.has(user.id)}
              onSelect={(isOn) => onSelect(withMember(selected, { id: user.id, isOn }))}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

type Row = { user: UserRow; isSelected: boolean; onSelect: (isOn: boolean) => void }

function UserTableRow({ user, isSelected, onSelect }: Row) {
  const name = user.fullName || user.email
  return (
    <tr className={isSelected ? 'border-b border-line bg-action-soft' : 'border-b border-line last:border-0'}>
      <td className="pl-2">
        <SelectBox label={`Elegir a ${name}`} isChecked={isSelected} onToggle={onSelect} />
      </td>
      <th scope="row" className="px-3 font-medium wrap-anywhere">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, persona: user.id })}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      </th>
      <td className="min-w-56 px-3 wrap-anywhere">{user.email}</td>
      <td className="px-3">{user.roles.map((role) => roleNames[role]).join(' y ')}</td>
      <td className="px-3">{user.status === 'active' ? <Badge>Activa</Badge> : <UserStatusBadge user={user} />}</td>
      <td className="px-3 whitespace-nowrap">{formatDate(user.createdAt)}</td>
    </tr>
  )
}
