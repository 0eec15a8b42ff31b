import { createFileRoute, redirect } from '@tanstack/react-router'

import { DashboardLoading } from '#web/features/appointments/dashboard/dashboard-loading.tsx'
import { DashboardScreen } from '#web/features/appointments/dashboard/dashboard-screen.tsx'
import { parseDashboardSearch } from '#web/features/appointments/dashboard/dashboard-search.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/dashboard')({
  ssr: false,
  validateSearch: parseDashboardSearch,
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next: location.href }, replace: true })
  },
  head: () =>
    pageHead({
      title: 'Mi Dashboard',
      description: 'Tus próximas citas, tu historial y tu perfil.',
      indexed: false,
    }),
  pendingComponent: DashboardLoading,
  component: Dashboard,
})

function Dashboard() {
  const { tab } = Route.useSearch()
  return <DashboardScreen tab={tab ?? 'upcoming'} />
}
