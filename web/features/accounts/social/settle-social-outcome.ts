import type { Me } from '#contract/accounts.ts'
import { wayPast } from '#web/features/accounts/sign-in/way-past.ts'
import { currentSession, takeSocialOutcome } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'
import { askedFor, welcomeOf } from '../arrival-pages.ts'
import { nextPath } from '../next-path.ts'
import { providerNames, socialFailure } from './social-messages.ts'
import { setSocialRefusal } from './social-refusal.ts'

/** Says how an attempt to get in through another provider ended, and leads on from the page that it came back to. */
export async function settleSocialOutcome(o: {
  /** `codeOwed` before the second factor is proven; undefined when the account can't be asked for now. */
  loadMe: () => Promise<Me | 'codeOwed' | undefined>
  /** The confirm step of this visitor's held time, if there is one. */
  heldBooking: () => Promise<string | undefined>
  replace: (href: string) => void
}): Promise<void> {
  const { loadMe, heldBooking, replace } = o
  const outcome = takeSocialOutcome()
  if (!outcome) return
  const { landing } = outcome
  // Coming back to the login screen itself, nobody asked for a page.
  const login = wayPast('/login', nextPath(askedFor(landing)))

  if (outcome.kind === 'failed') {
    const { reason, toast: description } = socialFailure(outcome)
    toast({ kind: 'destructive', title: 'Error', description })
    const session = await currentSession()
    // Whoever is signed in stays: they wanted to connect the account, or have got in another way meanwhile.
    if (session.status === 'signedIn') return
    setSocialRefusal(reason)
    replace(login)
    return
  }

  if (outcome.kind === 'linked') {
    const name = outcome.attempt ? providerNames[outcome.attempt.provider] : 'la otra cuenta'
    toast({ kind: 'success', title: `Conectaste ${name}`, description: 'Desde ahora también puedes entrar así.' })
    return
  }
  const me = await loadMe()
  if (me === 'codeOwed') {
    replace(login)
    return
  }
  if (me?.registrationPending) {
    const { kind } = outcome.attempt ?? {}
    replace(wayPast('/complete-registration', askedFor(landing) ?? (kind ? welcomeOf(kind) : landing)))
    return
  }
  toast({ kind: 'success', title: 'Éxito', description: 'Has iniciado sesión correctamente' })
  const held = me?.userType === 'patient' && askedFor(landing) === undefined ? await heldBooking() : undefined
  if (held) {
    replace(held)
    return
  }
  // The page that the visitor asked for, else the kind of account decides.
  const isThere = location.pathname + location.search === me?.homePath
  if (me && askedFor(landing) === undefined && !isThere) replace(me.homePath)
}
