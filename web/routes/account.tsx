import { createFileRoute } from '@tanstack/react-router'

import { AccountLoading } from '#web/features/accounts/account-loading.tsx'
import { AccountScreen } from '#web/features/accounts/account-screen.tsx'
import { type AccountSectionId, parseAccountSearch } from '#web/features/accounts/account-search.ts'
import { requireSession } from '#web/features/auth/require-session.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/account')({
  ssr: false,
  validateSearch: parseAccountSearch,
  beforeLoad: async ({ location, search: { seccion: section = 'perfil' } }) => {
    if (section !== 'perfil') void preloadSection(section)
    await requireSession({ next: location.href })
  },
  head: async ({ match }) => {
    const { seccion: section } = match.search
    const { accountSections } = await import('#web/features/accounts/account-sections.ts')
    return pageHead({ title: section ? `${accountSections[section]} · Mi Cuenta` : 'Mi Cuenta', indexed: false })
  },
  pendingComponent: AccountLoading,
  component: Account,
})

/** The sections' code is loaded only by this page. A failed load shows when the section is rendered. */
async function preloadSection(section: Exclude<AccountSectionId, 'perfil'>): Promise<void> {
  const contents = await import('#web/features/accounts/account-contents.ts').catch(() => undefined)
  contents?.accountContents[section].preload()
}

function Account() {
  const { seccion: section } = Route.useSearch()
  return <AccountScreen section={section} />
}
