import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { useCurrentHoldHref } from '../current-hold.ts'
import { requestedPath } from '../landing-pages.ts'
import { useReloadMe } from '../use-me.ts'
import { pathWithNext } from './path-with-next.ts'

/**
 * Redirects after signing in: to the page that the visitor requested, otherwise to the patient's held time, otherwise to the
 * dashboard of this kind of account. While the second factor's code is missing, `onCodeMissing` runs instead; without it, the
 * visitor goes to /login, which asks for the code. The returned function returns whether it redirects.
 */
export function useRedirectAfterSignIn(next: string | undefined, onCodeMissing?: () => void): () => Promise<boolean> {
  const router = useRouter()
  const reloadMe = useReloadMe()
  const currentHoldHref = useCurrentHoldHref()
  return async () => {
    try {
      // With a cached response, this redirect and the target's guard could redirect to each other forever.
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
        // The stored session has ended on the server, so the browser discards it.
        await signOut('local')
        return false
      }
      // For any other failure the target page shows the error and retries.
      router.history.replace(code === 'session.second_factor' ? pathWithNext('/login', next) : (next ?? '/dashboard'))
      return true
    }
  }
}

/** Redirects a user who is already signed in. The returned function stops this, for a screen that signs in itself. */
export function useRedirectIfSignedIn(next: string | undefined, onCodeMissing?: () => void): () => void {
  const session = useSession()
  return useRedirectWhen({
    isElsewhere: session.status === 'signedIn',
    redirectSignedIn: useRedirectAfterSignIn(next, onCodeMissing),
  })
}

/**
 * Like useRedirectIfSignedIn(), with the screen's own condition. `redirectSignedIn` is the result of
 * useRedirectAfterSignIn.
 */
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
