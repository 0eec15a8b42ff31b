import { createFileRoute } from '@tanstack/react-router'
import {
  parseRegisterCenterSearch,
  registerCenterPage,
} from '#web/features/centers/registration/register-center-page.ts'
import { RegisterCenterScreen } from '#web/features/centers/registration/register-center-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'

export const Route = createFileRoute('/register-center')({
  validateSearch: parseRegisterCenterSearch,
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.signInMethods.queryOptions()),
  head: registerCenterPage,
  headers: cachedFor(60, parseRegisterCenterSearch),
  component: RegisterCenter,
})

function RegisterCenter() {
  const { paso: stepParam } = Route.useSearch()
  return <RegisterCenterScreen stepParam={stepParam} path="/register-center" />
}
