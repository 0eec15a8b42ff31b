import { createFileRoute, redirect } from '@tanstack/react-router'
import { practiceContents } from '#web/features/practice/practice-contents.ts'
import { PracticeScreen } from '#web/features/practice/practice-screen.tsx'
import { parsePracticeSearch } from '#web/features/practice/practice-search.ts'
import { practiceSections } from '#web/features/practice/practice-sections.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

export const Route = createFileRoute('/center/dashboard')({
  ssr: false,
  validateSearch: parsePracticeSearch,
  beforeLoad: async ({ location, search }) => {
    practiceContents[search.seccion ?? 'inicio'].preload()
    const session = await currentSession()
    if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next: location.href }, replace: true })
  },
  head: ({ match }) => {
    const { seccion } = match.search
    return pageHead({
      title: seccion ? `${practiceSections[seccion].label} · Tu centro` : 'Tu centro',
      description: 'La agenda, el equipo y el perfil de tu centro.',
      indexed: false,
    })
  },
  component: CenterDashboard,
})

function CenterDashboard() {
  return <PracticeScreen search={Route.useSearch()} />
}
