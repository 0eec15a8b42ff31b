import { useId } from 'react'
import { useNowForTimeAgo } from '#web/platform/use-now.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { panelClass, usePanel } from '#web/ui/use-panel.ts'
import Bell from '~icons/lucide/bell'
import { useMarkAllRead, useMarkRead } from './api/mark-read.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNewest } from './use-newest.ts'

export function NotificationBell() {
  const { open, close, triggerProps, panelProps } = usePanel()
  const query = useNewest()
  const unread = query.data?.unread ?? 0
  return (
    <>
      <button
        {...triggerProps}
        type="button"
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `Notificaciones, ${unread > 9 ? 'más de 9' : unread} sin leer` : 'Notificaciones'}
        className="relative inline-flex size-11 items-center justify-center rounded-full text-ink-soft transition-colors hover:bg-sand hover:text-ink"
      >
        <Bell aria-hidden="true" className="size-5.5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 inline-flex h-5 min-w-5 items-center justify-center rounded-full border-2 border-ground bg-action px-1 text-xs leading-none cramped:text-[0.625rem] font-semibold text-on-action tabular-nums"
          >
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
      {open && (
        <div
          {...panelProps}
          role="dialog"
          aria-label="Notificaciones"
          className={classNames(panelClass, 'w-96 overflow-hidden focus-visible:outline-none')}
        >
          <Newest query={query} onClose={close} />
        </div>
      )}
    </>
  )
}

function Newest({ query, onClose }: { query: ReturnType<typeof useNewest>; onClose(): void }) {
  const markRead = useMarkRead()
  const { markAll, isPending } = useMarkAllRead()
  const titleId = useId()
  const { items = [], unread = 0 } = query.data ?? {}
  const [newest] = items
  const now = useNowForTimeAgo()
  return (
    <>
      <div className="flex min-h-12 items-center gap-2 border-b border-line px-3">
        <h2 id={titleId} className="grow text-base">
          Notificaciones
        </h2>
        {unread > 0 && newest && (
          <Button variant="quiet" size="small" pending={isPending} onClick={() => markAll(newest)}>
            Marcar todas como leídas
          </Button>
        )}
      </div>
      {query.data ? (
        <ul aria-labelledby={titleId} className="grid max-h-80 gap-0.5 overflow-y-auto p-1">
          {items.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                now={now}
                onOpen={() => {
                  if (!notification.read) markRead(notification)
                  onClose()
                }}
              />
            </li>
          ))}
          {items.length === 0 && (
            <li className="px-3 py-6 text-center text-ink-soft">Aquí vas a ver tus citas, mensajes y recordatorios.</li>
          )}
        </ul>
      ) : (
        <div className="p-3">
          <Pending
            query={query}
            loading="Cargando las notificaciones"
            failed="No se pudieron cargar las notificaciones"
          >
            <Skeleton className="h-16" />
          </Pending>
        </div>
      )}
      <div className="border-t border-line p-1">
        <Anchor
          href="/notifications"
          onClick={onClose}
          className="flex min-h-11 items-center justify-center rounded-control font-medium text-action hover:bg-action-soft"
        >
          Ver todas y elegir qué recibir
        </Anchor>
      </div>
    </>
  )
}
