import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { LoyaltyScreen } from '#web/features/loyalty/loyalty-screen.tsx'
import { parseLoyaltySearch } from '#web/features/loyalty/loyalty-search.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/loyalty')({
  ssr: false,
  validateSearch: parseLoyaltySearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Programa de Lealtad', indexed: false }),
  component: Loyalty,
})

function Loyalty() {
  return <LoyaltyScreen search={Route.useSearch()} />
}
