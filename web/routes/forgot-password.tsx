import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { ForgotPasswordScreen } from '#web/features/auth/password/forgot-password-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.signInMethods.queryOptions()),
  head: () =>
    pageHead({
      title: 'Recuperar contraseña',
      description: `Pide un enlace para elegir una contraseña nueva de tu cuenta de ${brand.name}.`,
    }),
  headers: cachedFor(60),
  component: ForgotPasswordScreen,
})
