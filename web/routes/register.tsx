import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { parseRegisterSearch } from '#web/features/auth/registration/auth-search.ts'
import { RegisterScreen } from '#web/features/auth/registration/register-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/register')({
  validateSearch: parseRegisterSearch,
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.signInMethods.queryOptions()),
  head: () =>
    pageHead({
      title: `Únete a ${brand.name}`,
      description:
        'Crea tu cuenta de paciente gratis, en tres pasos, y reserva con centros y profesionales verificados.',
    }),
  headers: cachedFor(60, parseRegisterSearch),
  component: Register,
})

function Register() {
  const { next, paso: stepParam, tipo } = Route.useSearch()
  return <RegisterScreen kind={tipo ?? 'paciente'} stepParam={stepParam} next={next} />
}
