import { createFileRoute } from '@tanstack/react-router'
import { DashboardLoading } from '#web/features/appointments/dashboard/dashboard-loading.tsx'
import { DashboardScreen } from '#web/features/appointments/dashboard/dashboard-screen.tsx'
import { parseDashboardSearch } from '#web/features/appointments/dashboard/dashboard-search.ts'
import { requireSession } from '#web/features/auth/require-session.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/dashboard')({
  ssr: false,
  validateSearch: parseDashboardSearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () =>
    pageHead({
      title: 'Mi Dashboard',
      indexed: false,
    }),
  pendingComponent: DashboardLoading,
  component: Dashboard,
})

function Dashboard() {
  return <DashboardScreen search={Route.useSearch()} />
}
