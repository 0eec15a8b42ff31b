import { createFileRoute, redirect } from '@tanstack/react-router'
import { AdminScreen } from '#web/features/admin/admin-screen.tsx'
import { parseAdminSearch } from '#web/features/admin/admin-search.ts'
import { WorkError } from '#web/features/work/work-plain.tsx'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/admin/dashboard')({
  ssr: false,
  validateSearch: parseAdminSearch,
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
