import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { type AccountKind, accountKind } from '#web/features/accounts/account-kind.ts'
import { AuthScreen } from '#web/features/accounts/auth-screen.tsx'
import { type WayThrough, wayThrough } from '#web/features/accounts/next-path.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: (
    search: Record<string, unknown>,
  ): WayThrough & { tipo?: Exclude<AccountKind, 'paciente'> | undefined } => {
    const kind = accountKind(search.tipo)
    return { ...wayThrough(search), tipo: kind === 'paciente' ? undefined : kind }
  },
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.waysIn.queryOptions()),
  head: () =>
    pageHead({
      title: 'Crea tu cuenta',
      description: `Regístrate en ${brand.name} como paciente o como centro terapéutico.`,
    }),
  headers: cachedFor(60),
  component: Auth,
})

function Auth() {
  const { next, tipo } = Route.useSearch()
  return <AuthScreen kind={tipo ?? 'paciente'} next={next} />
}
