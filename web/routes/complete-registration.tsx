import { createFileRoute, redirect } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { CompleteRegistrationScreen } from '#web/features/accounts/complete-registration-screen.tsx'
import { wayThrough } from '#web/features/accounts/next-path.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/complete-registration')({
  ssr: false,
  validateSearch: wayThrough,
  beforeLoad: async ({ search: { next } }) => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next }, replace: true })
  },
  head: () =>
    pageHead({
      title: 'Completa tu registro',
      description: `Lo último que falta para tu cuenta de ${brand.name}.`,
      indexed: false,
    }),
  component: CompleteRegistration,
})

function CompleteRegistration() {
  const { next } = Route.useSearch()
  return <CompleteRegistrationScreen next={next} />
}
