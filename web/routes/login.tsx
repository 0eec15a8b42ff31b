import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { parseNextSearch } from '#web/features/auth/next-path.ts'
import { LoginScreen } from '#web/features/auth/sign-in/login-screen.tsx'
import { LoyaltyIntro } from '#web/features/loyalty/loyalty-intro.tsx'
import { PromotionsIntro } from '#web/features/promotions/promotions-intro.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/login')({
  validateSearch: parseNextSearch,
  loader: ({ context }) => context.queryClient.prefetchQuery(context.queries.accounts.signInMethods.queryOptions()),
  head: () =>
    pageHead({
      title: 'Iniciar sesión',
      description: `Entra en tu cuenta de ${brand.name} para ver tus horas, cambiarlas o reservar otra.`,
    }),
  headers: cachedFor(60, parseNextSearch),
  component: Login,
})

/** Two pages that the header offers to visitors explain themselves before the sign-in that they need. */
function aboutPage(next: string | undefined) {
  const path = next?.split(/[?#]/, 1)[0]
  if (path === '/promotions') return <PromotionsIntro />
  if (path === '/loyalty') return <LoyaltyIntro />
  return undefined
}

function Login() {
  const { next } = Route.useSearch()
  return <LoginScreen next={next} about={aboutPage(next)} />
}
