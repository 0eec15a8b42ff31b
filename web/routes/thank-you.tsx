import { createFileRoute } from '@tanstack/react-router'

import { ThankYouScreen } from '#web/features/auth/registration/thank-you-screen.tsx'
import { requireSignUp } from '#web/features/auth/require-newcomer.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/thank-you')({
  ssr: false,
  beforeLoad: ({ context, location }) => requireSignUp({ context, signedUpAs: location.state.signedUpAs }),
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      description: 'Tu cuenta está creada. Confirma tu correo para empezar.',
      indexed: false,
    }),
  component: ThankYouScreen,
})
