import type { Me } from '#contract/accounts.ts'
import { currentSession, takeSocialOutcome } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'
import { requestedPath, welcomeOf } from '../landing-pages.ts'
import { nextPath } from '../next-path.ts'
import { pathWithNext } from '../sign-in/path-with-next.ts'
import { setSocialError } from './social-error.ts'
import { providerNames, socialFailure } from './social-messages.ts'

export async function finishSocialSignIn({
  loadMe,
  currentHoldHref,
  replace,
}: {
  /** `codeMissing` before the second factor is proven; undefined when the request fails. */
  loadMe: () => Promise<Me | 'codeMissing' | undefined>
  /** The confirm step of this visitor's held time, if there is one. */
  currentHoldHref: () => Promise<string | undefined>
  replace: (href: string) => void
}): Promise<void> {
  const outcome = takeSocialOutcome()
  if (!outcome) return
  const { landing } = outcome
  // A return to the login screen itself requests no page.
  const login = pathWithNext('/login', nextPath(requestedPath(landing)))

  if (outcome.kind === 'failed') {
    const { reason, toast: description } = socialFailure(outcome)
    toast({ kind: 'destructive', title: 'Error', description })
    const session = await currentSession()
    // A signed-in user stays on the page: the attempt was to connect an account, or another tab has signed in.
    if (session.status === 'signedIn') return
    setSocialError(reason)
    replace(login)
    return
  }

  if (outcome.kind === 'linked') {
    const name = outcome.attempt ? providerNames[outcome.attempt.provider] : 'la otra cuenta'
    toast({ kind: 'success', title: `Conectaste ${name}`, description: 'Desde ahora también puedes entrar así.' })
    return
  }
  const me = await loadMe()
  if (me === 'codeMissing') {
    replace(login)
    return
  }
  if (me?.registrationPending) {
    const { kind } = outcome.attempt ?? {}
    replace(pathWithNext('/complete-registration', requestedPath(landing) ?? (kind ? welcomeOf(kind) : landing)))
    return
  }
  toast({ kind: 'success', title: 'Éxito', description: 'Has iniciado sesión correctamente' })
  const holdPath =
    me?.userType === 'patient' && requestedPath(landing) === undefined ? await currentHoldHref() : undefined
  if (holdPath) {
    replace(holdPath)
    return
  }
  // Without a requested page the kind of account decides.
  const isThere = location.pathname + location.search === me?.homePath
  if (me && requestedPath(landing) === undefined && !isThere) replace(me.homePath)
}
