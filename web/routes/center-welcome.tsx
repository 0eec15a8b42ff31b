import { createFileRoute, redirect } from '@tanstack/react-router'

import { CenterWelcomeScreen } from '#web/features/centers/center-welcome-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/center-welcome')({
  ssr: false,
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next: location.href }, replace: true })
  },
  head: () =>
    pageHead({
      title: 'Te damos la bienvenida',
      description: 'Los primeros pasos de tu centro.',
      indexed: false,
    }),
  component: CenterWelcomeScreen,
})
