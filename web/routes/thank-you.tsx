import { createFileRoute } from '@tanstack/react-router'

import { ThankYouScreen } from '#web/features/accounts/thank-you-screen.tsx'
import { pageHead } from '#web/features/shell/page-head.ts'
import { cachedFor } from '#web/platform/page-cache.ts'

export const Route = createFileRoute('/thank-you')({
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      description: 'Tu cuenta está creada. Confirma tu correo para empezar.',
      indexed: false,
    }),
  headers: cachedFor(60),
  component: ThankYouScreen,
})
