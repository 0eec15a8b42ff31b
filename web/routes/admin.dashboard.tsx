import { createFileRoute, redirect } from '@tanstack/react-router'
import { AdminScreen } from '#web/features/admin/admin-screen.tsx'
import type { AdminSearch } from '#web/features/admin/admin-search.ts'
import { WorkError } from '#web/features/work/work-plain.tsx'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/admin/dashboard')({
  ssr: false,
  // The page parses it (useAdminSearch), so that its parser is not in every page's first scripts.
  validateSearch: (raw: Record<string, unknown>) => raw as AdminSearch,
  staticData: { frame: 'work' },
  errorComponent: WorkError,
  // A visitor learns nothing about this page: staff sign in on the ordinary login page.
  beforeLoad: async () => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  },
  head: () => pageHead({ title: 'Administración', indexed: false }),
  component: AdminDashboard,
})

function AdminDashboard() {
  return <AdminScreen />
}
