import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { brand } from '#contract/brand.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { useCurrentHoldHref } from '../current-hold.ts'
import { accountKindOf, requestedPath, welcomeOf } from '../landing-pages.ts'
import { useRedirectAfterSignIn, useRedirectWhen } from '../sign-in/use-redirect.ts'
import { providerNames } from '../social/social-messages.ts'
import { useMe } from '../use-me.ts'
import { CompleteRegistrationForm } from './complete-registration-form.tsx'

/**
 * The screen is for a user who signs in through another provider for the first time; every other user is redirected as
 * after signing in.
 */
export function CompleteRegistrationScreen({ next }: { next: string | undefined }) {
  const router = useRouter()
  const session = useSession()
  const query = useMe()
  const currentHoldHref = useCurrentHoldHref()
  const { data: me, error } = query

  // After a sign-out here or in another tab, the route's guard redirects the visitor to sign in.
  useEffect(() => {
    if (session.status === 'signedOut') void router.invalidate()
  }, [session.status, router])
  // The registration is complete, or another step comes first: the redirect decides.
  const isElsewhere = me?.registrationPending === false || errorCode(error)?.startsWith('session.') === true
  const stopRedirect = useRedirectWhen({ isElsewhere, redirectSignedIn: useRedirectAfterSignIn(requestedPath(next)) })

  if (me?.registrationPending && session.status === 'signedIn') {
    const provider: unknown = session.user.app_metadata.provider
    const providerName = Object.entries(providerNames).find(([id]) => id === provider)?.[1]
    return (
      <AuthFrame
        title="Completa tu registro"
        intro={
          <>
            Entraste {providerName && `con ${providerName} `}como{' '}
            <span translate="no" className="font-medium text-ink wrap-anywhere">
              {me.email}
            </span>
            . Solo falta esto para terminar.
          </>
        }
      >
        <CompleteRegistrationForm
          me={me}
          kind={accountKindOf(next)}
          onCompleted={async ({ userType }) => {
            stopRedirect()
            toast({
              kind: 'success',
              title: `Te damos la bienvenida a ${brand.name}`,
              description: 'Tu cuenta está lista.',
            })
            const holdPath =
              userType === 'patient' && requestedPath(next) === undefined ? await currentHoldHref() : undefined
            router.history.replace(requestedPath(next) ?? holdPath ?? welcomeOf(userType))
          }}
        />
        <p className="mt-6 border-t border-line pt-5">
          ¿No era esta tu cuenta?{' '}
          <Button variant="quiet" size="small" onClick={() => void signOut('local')}>
            Usar otra cuenta
          </Button>
        </p>
      </AuthFrame>
    )
  }
  const isLeaving = me !== undefined || isElsewhere || session.status !== 'signedIn'
  // The error page waits for the server and retries on its own.
  if (!isLeaving && errorCode(error) === 'service.unavailable') throw error
  return (
    <AuthFrame title="Completa tu registro">
      <Pending
        query={isLeaving ? { ...query, error: null } : query}
        loading="Cargando tu cuenta"
        failed="No se pudo cargar tu cuenta"
      >
        <Skeleton className="h-96" />
      </Pending>
    </AuthFrame>
  )
}
