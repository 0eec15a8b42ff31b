import { createFileRoute, redirect } from '@tanstack/react-router'

import { AccountLoading } from '#web/features/accounts/account/account-loading.tsx'
import { AccountScreen } from '#web/features/accounts/account/account-screen.tsx'
import { parseAccountSearch } from '#web/features/accounts/account/account-search.ts'
import { accountSections } from '#web/features/accounts/account/account-sections.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/account')({
  ssr: false,
  validateSearch: parseAccountSearch,
  beforeLoad: async ({ location }) => {
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next: location.href }, replace: true })
  },
  head: ({ match }) => {
    const { seccion } = match.search
    return pageHead({
      title: seccion ? `${accountSections[seccion].label} · Mi Cuenta` : 'Mi Cuenta',
      description: 'Tu perfil, tu seguridad, tus avisos y tus datos.',
      indexed: false,
    })
  },
  pendingComponent: AccountLoading,
  component: Account,
})

function Account() {
  const { seccion } = Route.useSearch()
  return <AccountScreen section={seccion} />
}
