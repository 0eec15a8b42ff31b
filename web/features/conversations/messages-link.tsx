import { Link } from '@tanstack/react-router'
import MessagesSquare from '~icons/lucide/messages-square'

import { useUnread } from './use-unread.ts'

/** The link in the bar of a dashboard on a wide screen. On a narrow one, the account menu has it. */
export function MessagesLink() {
  const unread = useUnread()
  const label = unread === 0 ? 'Mensajes' : `Mensajes, ${unread} sin leer`
  return (
    <Link
      to="/chat"
      aria-label={label}
      title={label}
      className="relative hidden size-11 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-sand hover:text-ink 2xl:inline-flex"
    >
      <MessagesSquare aria-hidden="true" className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-clay-strong px-1 text-sm leading-none font-semibold text-ground tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
