import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/features/accounts/require-session.ts'
import { AdminScreen } from '#web/features/admin/admin-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/admin/dashboard')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () =>
    pageHead({ title: 'Administración', description: 'El área de quienes cuidan el servicio.', indexed: false }),
  component: AdminScreen,
})
