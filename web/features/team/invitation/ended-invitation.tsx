import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** For an invitation that no longer works. A member, who may have accepted it, gets a link to the centre. */
export function EndedInvitation() {
  const { queries } = useApi()
  const session = useSession()
  const memberships = useQuery({
    ...queries.practice.memberships.queryOptions(),
    enabled: session.status === 'signedIn',
  })
  const isMember = (memberships.data?.items.length ?? 0) > 0
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title="Esta invitación ya no sirve"
        action={
          isMember ? (
            <Link to="/center/dashboard" className={buttonClass()}>
              Ir a mi centro
            </Link>
          ) : (
            <Link to="/" className={buttonClass()}>
              Ir al inicio
            </Link>
          )
        }
      >
        Se usó, venció o el centro la retiró. Si todavía no eres parte del equipo, pide que te envíen otra.
      </EmptyState>
    </Page>
  )
}
