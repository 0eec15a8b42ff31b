import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { UserOrder } from '#contract/user-statuses.ts'
import type { UserRow } from '#contract/users.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { roleNames } from '../actions/action-names.ts'
import { ActionTable, PlainHeader } from '../actions/action-table.tsx'
import { rowNouns } from '../actions/row-nouns.ts'
import type { RowSelection } from '../actions/use-row-selection.ts'
import { UserStatusBadge } from './user-status-badge.tsx'

type Props = {
  users: readonly UserRow[]
  selection: RowSelection<UserRow>
  order: UserOrder
  onOrder: (order: UserOrder) => void
  body: RefObject<HTMLTableSectionElement | null>
}

const nameOf = ({ fullName, email }: UserRow) => fullName || email

export function UsersTable({ users, selection, order, onOrder, body }: Props) {
  const sorting = { order, onOrder }
  return (
    <ActionTable
      label="Cuentas"
      caption="Cuentas, con su rol y su estado"
      className="min-w-[52rem]"
      rows={users}
      selection={selection}
      noun={rowNouns.account}
      boxLabel={(user) => `Elegir a ${nameOf(user)}`}
      headers={
        <>
          <SortHeader label="Nombre" ascending="name" descending="name_desc" {...sorting} />
          <SortHeader label="Correo" ascending="email" descending="email_desc" {...sorting} />
          <PlainHeader>Rol</PlainHeader>
          <PlainHeader>Estado</PlainHeader>
          <SortHeader label="Desde" ascending="oldest" descending="newest" first="descending" {...sorting} />
        </>
      }
      cells={(user) => <UserCells user={user} />}
      body={body}
    />
  )
}

function UserCells({ user }: { user: UserRow }) {
  return (
    <>
      <th scope="row" className="px-3 font-medium wrap-anywhere">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, persona: user.id })}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {nameOf(user)}
        </Link>
      </th>
      <td className="min-w-56 px-3 wrap-anywhere">{user.email}</td>
      <td className="px-3">{user.roles.map((role) => roleNames[role]).join(' y ')}</td>
      <td className="px-3">{user.status === 'active' ? <Badge>Activa</Badge> : <UserStatusBadge user={user} />}</td>
      <td className="px-3 whitespace-nowrap">{formatDate(user.createdAt)}</td>
    </>
  )
}
