import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { NotificationsScreen } from '#web/features/notifications/notifications-screen.tsx'
import { parseNotificationsSearch } from '#web/features/notifications/notifications-search.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/notifications')({
  ssr: false,
  validateSearch: parseNotificationsSearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Notificaciones', indexed: false }),
  component: Notifications,
})

function Notifications() {
  const { solo } = Route.useSearch()
  return <NotificationsScreen onlyUnread={solo === 'sin-leer'} />
}
