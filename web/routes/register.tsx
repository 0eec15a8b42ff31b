import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { type AccountKind, accountKind } from '#web/features/accounts/account-kind.ts'
import { type WayThrough, wayThrough } from '#web/features/accounts/next-path.ts'
import { RegisterScreen } from '#web/features/accounts/register-screen.tsx'
import { stepFrom } from '#web/features/accounts/registration-step.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

type RegisterSearch = WayThrough & { paso?: 2 | 3 | undefined; tipo?: AccountKind | undefined }

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch => {
    const step = stepFrom(search)
    const kind = accountKind(search.tipo)
    return {
      ...wayThrough(search),
      paso: step === 1 ? undefined : step,
      tipo: kind === 'paciente' ? undefined : kind,
    }
  },
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.waysIn.queryOptions()),
  head: () =>
    pageHead({
      title: `Únete a ${brand.name}`,
      description:
        'Crea tu cuenta de paciente gratis, en tres pasos, y reserva con centros y profesionales verificados.',
    }),
  headers: cachedFor(60),
  component: Register,
})

function Register() {
  const { next, paso, tipo } = Route.useSearch()
  return <RegisterScreen kind={tipo ?? 'paciente'} step={paso ?? 1} next={next} />
}
