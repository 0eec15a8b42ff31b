import { createFileRoute } from '@tanstack/react-router'

import { parseNextSearch } from '#web/features/auth/next-path.ts'
import { CompleteRegistrationScreen } from '#web/features/auth/registration/complete-registration-screen.tsx'
import { requireSession } from '#web/features/auth/require-session.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/complete-registration')({
  ssr: false,
  validateSearch: parseNextSearch,
  beforeLoad: ({ search: { next } }) => requireSession({ next }),
  head: () =>
    pageHead({
      title: 'Completa tu registro',
      indexed: false,
    }),
  component: CompleteRegistration,
})

function CompleteRegistration() {
  const { next } = Route.useSearch()
  return <CompleteRegistrationScreen next={next} />
}
