import { createFileRoute } from '@tanstack/react-router'

import { InvitationScreen } from '#web/features/team/invitation/invitation-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'
import { currentSession } from '#web/platform/session.ts'

/** Readable by visitors: a mail opens it, often for a person without an account. The link works like a password. */
export const Route = createFileRoute('/center/invitation/$token')({
  ssr: false,
  beforeLoad: async () => {
    await currentSession()
  },
  head: () =>
    pageHead({
      title: 'Invitación a un equipo',
      indexed: false,
    }),
  component: Invitation,
})

function Invitation() {
  const { token } = Route.useParams()
  return <InvitationScreen key={token} token={token} />
}
