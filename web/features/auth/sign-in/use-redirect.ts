import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { useCurrentHoldHref } from '../current-hold.ts'
import { requestedPath } from '../landing-pages.ts'
import { useReloadMe } from '../use-me.ts'
import { pathWithNext } from './path-with-next.ts'

/**
 * Goes where signing in leads: to the page that the visitor asked for, else to the patient's held time, else to the dashboard
 * of this kind of account. While the second factor's code is missing, `onCodeMissing` runs instead; without it, the visitor goes
 * to /login, which asks for the code. The returned function says whether this screen is being left.
 */
export function useRedirectAfterSignIn(next: string | undefined, onCodeMissing?: () => void): () => Promise<boolean> {
  const router = useRouter()
  const reloadMe = useReloadMe()
  const currentHoldHref = useCurrentHoldHref()
  return async () => {
    try {
      // An older answer and the page that it leads to could send one another on for ever.
      const me = await reloadMe()
      const holdPath =
        me.userType === 'patient' && requestedPath(next) === undefined ? await currentHoldHref() : undefined
      const to = holdPath ?? requestedPath(next)
      router.history.replace(
        me.registrationPending ? pathWithNext('/complete-registration', to ?? next) : (to ?? me.homePath),
      )
      return true
    } catch (error) {
      const code = errorCode(error)
      if (code === 'session.second_factor' && onCodeMissing) {
        onCodeMissing()
        return false
      }
      if (code === 'session.missing') {
        // What this browser still keeps of an ended session opens nothing: it is a visitor's again.
        await signOut('local')
        return false
      }
      // Where something else failed the page itself says so, and tries again.
      router.history.replace(code === 'session.second_factor' ? pathWithNext('/login', next) : (next ?? '/dashboard'))
      return true
    }
  }
}

/** Sends on whoever arrives signed in. The returned function says that the screen itself takes over from here. */
export function useRedirectIfSignedIn(next: string | undefined, onCodeMissing?: () => void): () => void {
  const session = useSession()
  return useRedirectWhen({
    isElsewhere: session.status === 'signedIn',
    redirectSignedIn: useRedirectAfterSignIn(next, onCodeMissing),
  })
}

/** The same for a screen that has something for some who are signed in. `enter`: as useRedirectAfterSignIn gives it. */
export function useRedirectWhen({
  isElsewhere,
  redirectSignedIn,
}: {
  isElsewhere: boolean
  redirectSignedIn: () => Promise<boolean>
}): () => void {
  const isStopped = useRef(false)
  const redirect = useEffectEvent(() => {
    if (!isStopped.current) void redirectSignedIn()
  })
  useEffect(() => {
    if (isElsewhere) redirect()
  }, [isElsewhere])
  return () => {
    isStopped.current = true
  }
}
