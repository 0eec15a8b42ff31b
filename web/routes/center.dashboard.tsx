import { createFileRoute, redirect } from '@tanstack/react-router'

import { CenterHomeScreen } from '#web/features/centers/center-home-screen.tsx'
import { pageHead } from '#web/features/shell/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/center/dashboard')({
  ssr: false,
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next: location.href }, replace: true })
  },
  head: () =>
    pageHead({
      title: 'Tu centro',
      description: 'El perfil público de tu centro y cómo te llegan las reservas.',
      indexed: false,
    }),
  component: CenterHomeScreen,
})
