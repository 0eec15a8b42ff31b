import { createFileRoute } from '@tanstack/react-router'

import { ThankYouScreen } from '#web/features/auth/registration/thank-you-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/thank-you')({
  ssr: false,
  // Every page loads the routes, so what only this page checks is not among their imports.
  beforeLoad: async ({ context, location }) => {
    const { requireSignUp } = await import('#web/features/auth/require-newcomer.ts')
    await requireSignUp({ context, signedUpAs: location.state.signedUpAs })
  },
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      indexed: false,
    }),
  component: ThankYouScreen,
})
