import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { maxTargets } from '#contract/moderation.ts'
import { roles } from '#contract/roles.ts'
import { userStatuses } from '#contract/user-statuses.ts'
import { minSearchLength, type UserRow } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import type { AdminSearch } from '../admin-search.ts'
import { roleNames } from '../measures/measure-names.ts'
import { SelectBox } from '../measures/select-box.tsx'
import { withMember } from '../measures/with-member.ts'
import { useAdminSearch } from '../use-admin-search.ts'
import { MeasureDialog, measureTexts, type UserMeasure } from './measure-dialog.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

const route = getRouteApi('/admin/dashboard')
const perPage = 50
const statusNames = { active: 'Activas', suspended: 'Suspendidas', banned: 'Bloqueadas' } as const

/** Which of the shown rows a measure applies to: those whose row offers it. */
const allows: Readonly<Record<UserMeasure, (user: UserRow) => boolean>> = {
  suspend: ({ can }) => can.suspend,
  ban: ({ can }) => can.ban,
  activate: ({ can }) => can.activate,
  setRole: ({ can }) => can.setRole.length > 0,
}
const measures = ['suspend', 'ban', 'activate', 'setRole'] as const

export function UsersList() {
  const search = useAdminSearch()
  const navigate = route.useNavigate()
  const go = (change: AdminSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [typed, setTyped] = useState(search.q ?? '')
  const text = useDebounced(typed.trim())
  const query = useUsers({ search, text })
  const { items, more, loadingMore } = pagesOf(query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ measure: UserMeasure; users: readonly UserRow[] }>()
  const body = useRef<HTMLTableSectionElement>(null)
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []

  return (
    <section aria-label="Cuentas" className="grid gap-4">
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-[minmax(14rem,1fr)_auto_auto_auto] sm:gap-3">
        <TextField
          label="Buscar por nombre o correo"
          type="search"
          className="col-span-3 sm:col-span-1"
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
          label="Rol"
          value={search.rol ?? ''}
          placeholder="Todos"
          options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
          onChange={({ currentTarget }) => go({ rol: roles.find((role) => role === currentTarget.value) })}
        />
        <SelectField
          label="Estado"
          value={search.estado ?? ''}
          placeholder="Todos"
          options={userStatuses.map((status) => ({ value: status, label: statusNames[status] }))}
          onChange={({ currentTarget }) =>
            go({ estado: userStatuses.find((status) => status === currentTarget.value) })
          }
        />
        <SelectField
          label="Orden"
          value={search.orden ?? 'newest'}
          options={[
            { value: 'newest', label: 'Nuevas primero' },
            { value: 'oldest', label: 'Antiguas primero' },
          ]}
          onChange={({ currentTarget }) => go({ orden: currentTarget.value === 'oldest' ? 'oldest' : undefined })}
        />
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          onMeasure={(measure) => dialog.show({ measure, users: chosen.filter(allows[measure]) })}
          onClear={() => setSelected(new Set())}
        />
      )}
      {items && items.length > 0 && (
        <TableFrame label="Cuentas">
          <table className="w-full min-w-[46rem] text-left">
            <caption className="sr-only">Cuentas, con su rol y su estado</caption>
            <thead className="border-b border-line bg-sand text-sm">
              <tr>
                <th scope="col" className="w-12 pl-2">
                  <SelectBox
                    label="Elegir todas las filas"
                    isChecked={chosen.length === items.length}
                    onToggle={(isOn) =>
                      setSelected(new Set(isOn ? items.slice(0, maxTargets).map(({ id }) => id) : []))
                    }
                  />
                </th>
                {['Nombre', 'Correo', 'Rol', 'Estado', 'Desde'].map((title) => (
                  <th key={title} scope="col" className="px-3 py-3 font-semibold">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {items.map((user) => (
                <UserTableRow
                  key={user.id}
                  user={user}
                  isSelected={selected.has(user.id)}
                  onSelect={(isOn) => setSelected(withMember(selected, { id: user.id, isOn }))}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {items?.length === 0 && (
        <EmptyState heading="h3" title="Ninguna cuenta con esos datos">
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
      {dialog.subject && (
        <MeasureDialog key={dialog.key} {...dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}

type Selection = { chosen: readonly UserRow[]; onMeasure: (measure: UserMeasure) => void; onClear: () => void }

/** What can be done with the chosen rows, and with how many of them. */
function SelectionBar({ chosen, onMeasure, onClear }: Selection) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
      <p role="status" className="mr-2 font-semibold">
        {chosen.length === 1 ? '1 cuenta elegida' : `${chosen.length} cuentas elegidas`}
      </p>
      {measures.map((measure) => {
        const count = chosen.filter(allows[measure]).length
        if (count === 0) return undefined
        return (
          <Button key={measure} variant="secondary" size="small" onClick={() => onMeasure(measure)}>
            {`${measureTexts[measure].title}${count < chosen.length ? ` (${count})` : ''}…`}
          </Button>
        )
      })}
      <Button variant="secondary" size="small" className="ml-auto" onClick={onClear}>
        Quitar la selección
      </Button>
    </div>
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
      <td className="px-3 wrap-anywhere">{user.email}</td>
      <td className="px-3">{user.roles.map((role) => roleNames[role]).join(' y ')}</td>
      <td className="px-3">{user.status === 'active' ? <Badge>Activa</Badge> : <UserStatusBadge user={user} />}</td>
      <td className="px-3 whitespace-nowrap">{formatDate(user.createdAt)}</td>
    </tr>
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
