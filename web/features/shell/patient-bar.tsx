import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '#web/features/auth/use-me.ts'
import { UnreadCount } from '#web/features/conversations/unread-count.tsx'
import { useUnread } from '#web/features/conversations/use-unread.ts'
import CalendarDays from '~icons/lucide/calendar-days'
import MessagesSquare from '~icons/lucide/messages-square'
import Search from '~icons/lucide/search'
import UserRound from '~icons/lucide/user-round'

/** `under`: the beginnings of the addresses for which a place is marked as the current one. */
const places = [
  { to: '/centers', label: 'Buscar', Icon: Search, under: ['/centers', '/search-centers', '/services'] },
  { to: '/dashboard', label: 'Citas', Icon: CalendarDays, under: ['/dashboard'] },
  { to: '/chat', label: 'Mensajes', Icon: MessagesSquare, under: ['/chat'] },
  { to: '/account', label: 'Cuenta', Icon: UserRound, under: ['/account'] },
] as const

/**
 * The places of a patient within reach of the thumb, on a phone. With text at twice its size it would cover too much of what is
 * read: there it is only at the end of the page, in two rows. At the end of the page, so that it covers none of its content
 * there. Renders nothing for centres and staff, who have bars of their own, and while a patient books, which is one task.
 */
export function PatientBar() {
  const { data: me } = useMe()
  const { pathname } = useLocation()
  const isPatient = me?.userType === 'patient' && !me.registrationPending && !me.can.administer
  if (!isPatient || pathname.startsWith('/book/')) return null
  return <Bar pathname={pathname} />
}

function Bar({ pathname }: { pathname: string }) {
  const { own } = useUnread()
  return (
    <nav
      aria-label="Tus lugares"
      data-bottom-bar=""
      className="sticky bottom-0 z-20 h-(--bottom-bar) cramped:static cramped:h-auto border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid h-full grid-cols-4 cramped:grid-cols-2 cramped:gap-y-2 cramped:py-2">
        {places.map(({ to, label, Icon, under }) => (
          <li key={to} className="relative grid">
            <Link
              to={to}
              aria-current={under.some((start) => pathname.startsWith(start)) ? 'page' : undefined}
              className="grid content-center justify-items-center gap-0.5 text-sm leading-tight text-ink-soft -outline-offset-3 before:absolute before:top-0 before:h-0.75 before:w-9 before:rounded-b-full aria-[current]:font-semibold aria-[current]:text-action aria-[current]:before:bg-clay"
            >
              <Icon aria-hidden="true" className="size-6" />
              {label}
              {to === '/chat' && own > 0 && (
                <span className="absolute top-1 left-[calc(50%+0.25rem)]">
                  <span className="sr-only">, </span>
                  <UnreadCount count={own} one="1 conversación sin leer" many="conversaciones sin leer" />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
