import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { AuthScreen } from '#web/features/auth/registration/auth-screen.tsx'
import { parseAuthSearch } from '#web/features/auth/registration/auth-search.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: parseAuthSearch,
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.signInMethods.queryOptions()),
  head: () =>
    pageHead({
      title: 'Crea tu cuenta',
      description: `Regístrate en ${brand.name} como paciente o como centro terapéutico.`,
    }),
  headers: cachedFor(60, parseAuthSearch),
  component: Auth,
})

function Auth() {
  const { next, tipo } = Route.useSearch()
  return <AuthScreen kind={tipo ?? 'paciente'} next={next} />
}
