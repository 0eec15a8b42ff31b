import { createFileRoute } from '@tanstack/react-router'

import { redirectNewCenter } from '#web/features/centers/registration/redirect-new-center.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/center/thank-you')({
  ssr: false,
  beforeLoad: ({ context }) => redirectNewCenter(context),
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      description: 'Tu centro está registrado. Te llevamos a su dashboard.',
      indexed: false,
    }),
})
