import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/features/auth/require-session.ts'
import { CenterWelcomeScreen } from '#web/features/centers/center-welcome-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/center-welcome')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () =>
    pageHead({
      title: 'Te damos la bienvenida',
      indexed: false,
    }),
  component: CenterWelcomeScreen,
})
