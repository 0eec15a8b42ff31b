import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { AcceptInvitation } from './accept-invitation.tsx'
import { invitedAs } from './invited-as.ts'
import { RegisterInvited } from './register-invited.tsx'

export function InvitationScreen({ token }: { token: string }) {
  const { queries } = useApi()
  const session = useSession()
  const invitation = useQuery(queries.team.invitation.queryOptions({ input: { token } }))
  const here = `/center/invitation/${encodeURIComponent(token)}`
  const code = errorCode(invitation.error)

  // Also when the invitation ended after it was loaded.
  if (code === 'team.invitation_not_found' || code === 'request.invalid') return <EndedInvitation />
  if (invitation.data) {
    const { centerName, role, professionalName, emailHint, hasAccount, expiresAt } = invitation.data
    const { label, meaning } = invitedAs({ role, professionalName })
    return (
      <AuthFrame title="Te invitaron a un equipo" intro={meaning}>
        <SummaryList
          items={[
            { label: 'Centro', value: <span className="wrap-anywhere">{centerName}</span> },
            { label: 'Como', value: <span className="wrap-anywhere">{label}</span> },
            { label: 'Para', value: <span className="wrap-anywhere">{emailHint}</span> },
            { label: 'Sirve hasta', value: formatDate(expiresAt) },
          ]}
        />
        <div className="mt-6">
          {session.status === 'signedIn' ? (
            <AcceptInvitation token={token} here={here} invitation={invitation.data} />
          ) : hasAccount ? (
            <SignIn here={here} emailHint={emailHint} />
          ) : (
            <RegisterInvited token={token} centerName={centerName} />
          )}
        </div>
      </AuthFrame>
    )
  }
  if (code === 'service.unavailable') throw invitation.error
  return (
    <AuthFrame title="Te invitaron a un equipo">
      <Pending query={invitation} loading="Cargando la invitación" failed="No se pudo cargar la invitación">
        <Skeleton className="h-64" />
      </Pending>
    </AuthFrame>
  )
}

/** Signing in returns to this page. */
function SignIn({ here, emailHint }: { here: string; emailHint: string }) {
  return (
    <div className="grid gap-3">
      <p>{`Para aceptarla, entra con la cuenta de ${emailHint}.`}</p>
      <Link to="/login" search={{ next: here }} className={buttonClass({ size: 'large', wide: true })}>
        Iniciar sesión
      </Link>
    </div>
  )
}

/**
 * Shown for an invitation that no longer works. A reader who has accepted it gets a link to the centre or to the
 * sign-in.
 */
function EndedInvitation() {
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
        drawing="door"
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
