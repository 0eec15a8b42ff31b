import { createFileRoute } from '@tanstack/react-router'

import { ResetPasswordScreen } from '#web/features/auth/password/reset-password-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/reset-password')({
  head: () =>
    pageHead({
      title: 'Nueva contraseña',
      indexed: false,
    }),
  headers: cachedFor(60),
  component: ResetPasswordScreen,
})
