import { createFileRoute } from '@tanstack/react-router'

import { ThankYouScreen } from '#web/features/accounts/registration/thank-you-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

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
