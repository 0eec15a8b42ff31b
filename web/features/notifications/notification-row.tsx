import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { classNames } from '#web/ui/class-names.ts'
import Bell from '~icons/lucide/bell'
import CalendarCheck from '~icons/lucide/calendar-check'
import MessagesSquare from '~icons/lucide/messages-square'
import Star from '~icons/lucide/star'
import Tag from '~icons/lucide/tag'

const icons: Record<NotificationKind, typeof Bell> = {
  appointment: CalendarCheck,
  reminder: Bell,
  message: MessagesSquare,
  rating: Star,
  promotion: Tag,
}

type NotificationRowProps = { notification: Notification; now: Date; onOpen(): void }

/** A link to what the notification is about; an unread one has a dot. */
export function NotificationRow({ notification, now, onOpen }: NotificationRowProps) {
  const { type, title, message, href, createdAt, isRead } = notification
  const Icon = icons[type]
  return (
    <Anchor
      href={href}
      onClick={onOpen}
      className={classNames(
        'flex w-full gap-3 rounded-control px-3 py-2.5 hover:bg-action-soft',
        !isRead && 'bg-action-soft/50',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow">
        <span className={classNames('block', !isRead && 'font-semibold')}>{title}</span>
        <span className="block text-sm text-ink-soft wrap-anywhere">{message}</span>
        <time dateTime={createdAt} className="block text-sm text-ink-soft">
          {timeAgo({ now, instant: createdAt })}
        </time>
      </span>
      {!isRead && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-clay-strong">
          <span className="sr-only">Sin leer</span>
        </span>
      )}
    </Anchor>
  )
}
