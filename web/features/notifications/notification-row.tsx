import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { classNames } from '#web/ui/class-names.ts'
import BadgeCheck from '~icons/lucide/badge-check'
import Bell from '~icons/lucide/bell'
import CalendarCheck from '~icons/lucide/calendar-check'
import Gift from '~icons/lucide/gift'
import MessagesSquare from '~icons/lucide/messages-square'
import Star from '~icons/lucide/star'
import Tag from '~icons/lucide/tag'

const icons: Record<NotificationKind, typeof Bell> = {
  appointment: CalendarCheck,
  reminder: Bell,
  message: MessagesSquare,
  rating: Star,
  account: BadgeCheck,
  points: Gift,
  promotion: Tag,
}

type NotificationRowProps = { notification: Notification; now: Date; onOpen(): void }

/** A link to what the notification is about; an unread one has a dot. */
export function NotificationRow({ notification, now, onOpen }: NotificationRowProps) {
  const { type, title, message, href, timestamp, read } = notification
  const Icon = icons[type]
  return (
    <Anchor
      href={href}
      onClick={onOpen}
      className={classNames(
        'flex w-full gap-3 rounded-control px-3 py-2.5 hover:bg-action-soft',
        !read && 'bg-action-soft/50',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow">
        <span className={classNames('block', !read && 'font-semibold')}>{title}</span>
        <span className="block text-sm text-ink-soft wrap-anywhere">{message}</span>
        <time dateTime={timestamp} className="block text-sm text-ink-soft">
          {timeAgo({ now, instant: timestamp })}
        </time>
      </span>
      {!read && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-clay-strong">
          <span className="sr-only">Sin leer</span>
        </span>
      )}
    </Anchor>
  )
}
