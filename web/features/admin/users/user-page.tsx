import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserPage as Page } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate, formatPhone, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import ChevronLeft from '~icons/lucide/chevron-left'

import { ActionButtons } from '../actions/action-buttons.tsx'
import { ActionHistory } from '../actions/action-history.tsx'
import { roleNames } from '../actions/action-names.ts'
import { PointsCard } from './points-card.tsx'
import { userActions } from './user-actions.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

/** One account: its facts, sessions and points, and the actions of staff. */
export function UserPage({ userId }: { userId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.users.get.queryOptions({ input: { userId } }))
  return (
    <div className="grid max-w-4xl gap-6">
      <Link
        from="/admin/dashboard"
        search={(before) => ({ ...before, persona: undefined })}
        className="inline-flex min-h-11 items-center gap-1 justify-self-start text-action"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
        Todas las cuentas
      </Link>
      {query.data ? (
        <UserDetails page={query.data} />
      ) : (
        <Pending query={query} loading="Cargando la cuenta" failed="No se pudo cargar la cuenta">
          <Skeleton className="h-96" />
        </Pending>
      )}
    </div>
  )
}

function UserDetails({ page }: { page: Page }) {
  const { user, sessions, actions } = page
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-xl wrap-anywhere">{user.fullName || user.email}</h3>
        <UserStatusBadge user={user} />
      </div>
      {user.suspensionReason && user.status !== 'active' && (
        <p className="wrap-anywhere">{`Motivo: ${user.suspensionReason}`}</p>
      )}
      <ActionButtons row={user} actions={userActions} none="No puedes aplicar medidas a esta cuenta." />
      <Facts page={page} />
      <section aria-labelledby="user-sessions" className="grid gap-2">
        <h4 id="user-sessions">Sesiones abiertas</h4>
        {sessions.length === 0 && <p className="text-ink-soft">Ninguna.</p>}
        <ul className="grid gap-1">
          {sessions.map((session) => (
            <li key={session.id} className="text-sm wrap-anywhere text-ink-soft">
              {`${session.device ?? 'Dispositivo desconocido'} · último uso ${formatDate(session.lastUsedAt)}, ${formatTime(session.lastUsedAt)}`}
              <RowOwnTime instant={session.lastUsedAt} />
            </li>
          ))}
        </ul>
      </section>
      <PointsCard user={user} />
      <section aria-labelledby="user-actions" className="grid gap-2">
        <h4 id="user-actions">Historial de medidas</h4>
        <ActionHistory actions={actions} />
      </section>
    </>
  )
}

function Facts({ page }: { page: Page }) {
  const { user, appointments, center } = page
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-panel p-4 sm:grid-cols-2">
      <Fact name="Correo">{`${user.email}${page.emailConfirmed ? '' : ' (sin confirmar)'}`}</Fact>
      <Fact name="Teléfono">{page.phone ? formatPhone(page.phone) : 'Sin teléfono'}</Fact>
      <Fact name="Rol">{user.roles.map((role) => roleNames[role]).join(' y ')}</Fact>
      <Fact name="Cuenta desde">{formatDate(user.createdAt)}</Fact>
      <Fact name="Última entrada">
        {page.lastSignInAt ? `${formatDate(page.lastSignInAt)}, ${formatTime(page.lastSignInAt)}` : 'Todavía no entró'}
      </Fact>
      <Fact name="Segundo factor">{page.hasSecondFactor ? 'Activo' : 'Sin activar'}</Fact>
      <Fact name="Citas">
        {[
          `${appointments.upcoming} por delante`,
          counted(appointments.past, 'pasada'),
          counted(appointments.cancelled, 'cancelada'),
        ].join(', ')}
      </Fact>
      <Fact name="Opiniones">
        {page.reports === 0 ? String(page.reviews) : `${page.reviews}, reportadas ${page.reports}`}
      </Fact>
      {page.reportedMessages > 0 && <Fact name="Mensajes reportados">{String(page.reportedMessages)}</Fact>}
      {center && (
        <Fact name="Centro">
          <Link to="/centers/$centerId" params={{ centerId: center.id }} className="text-action underline">
            {center.name}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

const counted = (count: number, one: string) => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
