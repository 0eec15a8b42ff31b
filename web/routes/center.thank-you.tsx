import { createFileRoute } from '@tanstack/react-router'

import { CenterThankYouScreen } from '#web/features/centers/registration/center-thank-you-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/center/thank-you')({
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      description: 'Tu centro está registrado. Te llevamos a su dashboard.',
      indexed: false,
    }),
  headers: cachedFor(60),
  component: CenterThankYouScreen,
})
