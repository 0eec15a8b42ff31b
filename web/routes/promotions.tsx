import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { PromotionsScreen } from '#web/features/promotions/promotions-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/promotions')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Promociones', indexed: false }),
  component: PromotionsScreen,
})
