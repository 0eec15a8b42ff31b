import { useRef } from 'react'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { momentsOfYear } from '#web/platform/own-time.ts'
import { useNowForTimeAgo } from '#web/platform/use-now.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Mail from '~icons/lucide/mail'
import MailOpen from '~icons/lucide/mail-open'
import Settings from '~icons/lucide/settings-2'
import { useMarkAllRead, useMarkRead } from './api/mark-read.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNewest } from './use-newest.ts'

export function NotificationsScreen({ onlyUnread }: { onlyUnread: boolean }) {
  const { queries } = useApi()
  // Keeps the lists current while the page is open.
  useNewest()
  const { items, first, more, loadingMore, query } = useCursorList(queries.notifications.list, {
    ...(onlyUnread && { only: 'unread' as const }),
  })
  const { markAll, isPending } = useMarkAllRead()
  const now = useNowForTimeAgo()
  const newest = items?.[0]
  return (
    <Page width="text" className="grid gap-5 py-8">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="grow">Notificaciones</h1>
        <Anchor href="/account?seccion=avisos" className={buttonClass({ variant: 'quiet' })}>
          <Settings aria-hidden="true" className="size-5" />
          Elegir qué recibir
        </Anchor>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <Filter href="/notifications" isCurrent={!onlyUnread}>
          Todas
        </Filter>
        <Filter href="/notifications?solo=sin-leer" isCurrent={onlyUnread}>
          {first ? `Sin leer (${first.unread > 99 ? '99+' : first.unread})` : 'Sin leer'}
        </Filter>
        {first && first.unread > 0 && newest && (
          <Button variant="quiet" className="ml-auto" pending={isPending} onClick={() => markAll(newest)}>
            Marcar todas como leídas
          </Button>
        )}
      </div>
      {/* Their texts name times of appointments, of any date. */}
      <ZoneNote instants={momentsOfYear()} />
      {items ? (
        <List items={items} now={now} onlyUnread={onlyUnread} more={more} isLoadingMore={loadingMore} />
      ) : (
        <Pending query={query} loading="Cargando las notificaciones" failed="No se pudieron cargar las notificaciones">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </Pending>
      )}
    </Page>
  )
}

function Filter({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <Anchor
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={buttonClass({ variant: isCurrent ? 'secondary' : 'quiet' })}
    >
      {children}
    </Anchor>
  )
}

type ListProps = {
  items: Parameters<typeof NotificationRow>[0]['notification'][]
  now: Date
  onlyUnread: boolean
  more: (() => Promise<unknown>) | undefined
  isLoadingMore: boolean
}

function List({ items, now, onlyUnread, more, isLoadingMore }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const markRead = useMarkRead()
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState drawing="bell" title={onlyUnread ? 'Estás al día' : 'Todavía no hay notificaciones'}>
          {onlyUnread
            ? 'No te queda nada sin leer.'
            : 'Aquí vas a ver tus citas, los mensajes que te llegan y los recordatorios.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card className="p-1">
        <ul ref={list} aria-label="Notificaciones" className="grid gap-0.5">
          {items.map((notification) => (
            <li key={notification.id} className="flex items-start gap-1">
              <NotificationRow
                notification={notification}
                now={now}
                onOpen={() => !notification.read && markRead(notification)}
              />
              <Button
                variant="quiet"
                size="small"
                className="my-1.5 shrink-0"
                aria-label={`${notification.read ? 'Marcar como no leída' : 'Marcar como leída'}: ${notification.title}`}
                icon={
                  notification.read ? (
                    <Mail aria-hidden="true" className="size-4.5" />
                  ) : (
                    <MailOpen aria-hidden="true" className="size-4.5" />
                  )
                }
                onClick={() => markRead(notification, !notification.read)}
              >
                {/* What the button does: «No leída» alone would say what the notification is. */}
                <span className="max-sm:sr-only">
                  {notification.read ? 'Marcar como no leída' : 'Marcar como leída'}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <MoreButton list={list} more={more} pending={isLoadingMore} />
    </>
  )
}
