import { createFileRoute } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'

import { brand } from '#contract/brand.ts'
import { parseNextSearch } from '#web/features/auth/next-path.ts'
import { LoginScreen } from '#web/features/auth/sign-in/login-screen.tsx'
import { LoyaltyIntro as ServedLoyaltyIntro } from '#web/features/loyalty/loyalty-intro.tsx'
import { PromotionsIntro as ServedPromotionsIntro } from '#web/features/promotions/promotions-intro.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'

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

// The server's HTML has them, so the browser hydrates them with code that only these two pages load.
const LoyaltyIntro = createIsomorphicFn()
  .server(() => ServedLoyaltyIntro)
  .client(() => lazyPart(() => import('#web/features/loyalty/loyalty-intro.tsx').then((m) => m.LoyaltyIntro)))()
const PromotionsIntro = createIsomorphicFn()
  .server(() => ServedPromotionsIntro)
  .client(() =>
    lazyPart(() => import('#web/features/promotions/promotions-intro.tsx').then((m) => m.PromotionsIntro)),
  )()

/** Two pages that the header offers to visitors explain themselves before the sign-in that they need. */
function aboutPage(next: string | undefined) {
  const path = next?.split(/[?#]/, 1)[0]
  const Intro = path === '/promotions' ? PromotionsIntro : path === '/loyalty' ? LoyaltyIntro : undefined
  return (
    Intro && (
      <Suspense>
        <Intro />
      </Suspense>
    )
  )
}

function Login() {
  const { next } = Route.useSearch()
  return <LoginScreen next={next} about={aboutPage(next)} />
}
