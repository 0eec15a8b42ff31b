import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** For an invitation that no longer works. Its reader may have accepted it, and gets a link to the centre or to the sign-in. */
export function EndedInvitation() {
  const { queries } = useApi()
  const session = useSession()
  const memberships = useQuery({
    ...queries.practice.memberships.queryOptions(),
    enabled: session.status === 'signedIn',
  })
  const isMember = (memberships.data?.items.length ?? 0) > 0
  const isVisitor = session.status === 'signedOut'
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
          ) : isVisitor ? (
            <Link to="/login" search={{ next: '/center/dashboard' }} className={buttonClass()}>
              Iniciar sesión
            </Link>
          ) : (
            <Link to="/" className={buttonClass()}>
              Ir al inicio
            </Link>
          )
        }
      >
        {'Se usó, venció o el centro la retiró. '}
        {isVisitor && 'Si la aceptaste tú, entra con tu cuenta. '}
        Si todavía no eres parte del equipo, pide que te envíen otra.
      </EmptyState>
    </Page>
  )
}
