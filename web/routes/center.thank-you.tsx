import { createFileRoute } from '@tanstack/react-router'

import { CenterThankYouScreen } from '#web/features/centers/registration/center-thank-you-screen.tsx'
import { pageHead } from '#web/features/shell/page-head.ts'
import { cachedFor } from '#web/platform/page-cache.ts'

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
