import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { LoyaltyScreen } from '#web/features/loyalty/loyalty-screen.tsx'
import { type LoyaltySearch, parseLoyaltySearch } from '#web/features/loyalty/loyalty-search.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/loyalty')({
  ssr: false,
  // The page parses it, so that its parser is not in every page's first scripts.
  validateSearch: (raw: Record<string, unknown>) => raw as LoyaltySearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Programa de Lealtad', indexed: false }),
  component: Loyalty,
})

function Loyalty() {
  return <LoyaltyScreen search={parseLoyaltySearch(Route.useSearch())} />
}
