import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { PracticeScreen } from '#web/features/practice/practice-screen.tsx'
import { type PracticeSearch, parsePracticeSearch } from '#web/features/practice/practice-search.ts'
import { WorkError } from '#web/features/work/work-plain.tsx'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession, peekSocialOutcome } from '#web/platform/session.ts'

// Preloads this page's code and the session client while React hydrates.
if (globalThis.location?.pathname === '/center/dashboard') {
  void preloadSection(parsePracticeSearch(Object.fromEntries(new URLSearchParams(location.search))))
  // The callers that await the session handle its failure.
  currentSession().catch(() => undefined)
}

export const Route = createFileRoute('/center/dashboard')({
  ssr: false,
  staticData: { frame: 'work' },
  errorComponent: WorkError,
  validateSearch: parsePracticeSearch,
  beforeLoad: async ({ location, search, context }) => {
    const preloading = preloadSection(search)
    await requireSession({ next: location.href })
    if (peekSocialOutcome()) {
      const { redirectSocialSignIn } = await import('#web/features/auth/social/redirect-social-sign-in.ts')
      await redirectSocialSignIn(context)
    }
    void preloading.then((contents) => contents?.prefetchSection({ search, ...context }))
  },
  head: async ({ match }) => {
    const { seccion: section } = match.search
    const { practiceSections } = await import('#web/features/practice/practice-sections.ts')
    return pageHead({
      title: section ? `${practiceSections[section].label} · Tu centro` : 'Tu centro',
      indexed: false,
    })
  },
  component: CenterDashboard,
})

/** The sections' code is loaded only by this page. A failed load shows when the section is rendered. */
async function preloadSection({ seccion: section = 'inicio' }: PracticeSearch) {
  const contents = await import('#web/features/practice/practice-contents.ts').catch(() => undefined)
  contents?.practiceContents[section].preload()
  return contents
}

function CenterDashboard() {
  return <PracticeScreen search={Route.useSearch()} />
}
