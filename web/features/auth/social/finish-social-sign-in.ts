import type { Me } from '#contract/accounts.ts'
import { currentSession, takeSocialOutcome } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'
import { requestedPath, welcomeOf } from '../landing-pages.ts'
import { nextPath } from '../next-path.ts'
import { pathWithNext } from '../sign-in/path-with-next.ts'
import { setSocialError } from './social-error.ts'
import { providerNames, socialFailure } from './social-messages.ts'

/** Says how an attempt to get in through another provider ended, and leads on from the page that it came back to. */
export async function finishSocialSignIn({
  loadMe,
  currentHoldHref,
  replace,
}: {
  /** `codeMissing` before the second factor is proven; undefined when the account can't be asked for now. */
  loadMe: () => Promise<Me | 'codeMissing' | undefined>
  /** The confirm step of this visitor's held time, if there is one. */
  currentHoldHref: () => Promise<string | undefined>
  replace: (href: string) => void
}): Promise<void> {
  const outcome = takeSocialOutcome()
  if (!outcome) return
  const { landing } = outcome
  // Coming back to the login screen itself, nobody asked for a page.
  const login = pathWithNext('/login', nextPath(requestedPath(landing)))

  if (outcome.kind === 'failed') {
    const { reason, toast: description } = socialFailure(outcome)
    toast({ kind: 'destructive', title: 'Error', description })
    const session = await currentSession()
    // Whoever is signed in stays: they wanted to connect the account, or have got in another way meanwhile.
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
  // The page that the visitor asked for, else the kind of account decides.
  const isThere = location.pathname + location.search === me?.homePath
  if (me && requestedPath(landing) === undefined && !isThere) replace(me.homePath)
}
