import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { useHeldBooking } from '../held-booking.ts'
import { requestedPath } from '../landing-pages.ts'
import { useAskMe } from '../use-me.ts'
import { pathWithNext } from './path-with-next.ts'

/**
 * Goes where signing in leads: to the page that the visitor asked for, else to the patient's held time, else to the dashboard
 * of this kind of account. While the second factor's code is missing, `onCodeMissing` runs instead; without it, the visitor goes
 * to /login, which asks for the code. The returned function says whether this screen is being left.
 */
export function useRedirectAfterSignIn(next: string | undefined, onCodeMissing?: () => void): () => Promise<boolean> {
  const router = useRouter()
  const askMe = useAskMe()
  const heldBooking = useHeldBooking()
  return async () => {
    try {
      // An older answer and the page that it leads to could send one another on for ever.
      const me = await askMe()
      const held = me.userType === 'patient' && requestedPath(next) === undefined ? await heldBooking() : undefined
      const to = held ?? requestedPath(next)
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
    enter: useRedirectAfterSignIn(next, onCodeMissing),
  })
}

/** The same for a screen that has something for some who are signed in. `enter`: as useRedirectAfterSignIn gives it. */
export function useRedirectWhen({
  isElsewhere,
  enter,
}: {
  isElsewhere: boolean
  enter: () => Promise<boolean>
}): () => void {
  const takenOver = useRef(false)
  const sendOn = useEffectEvent(() => {
    if (!takenOver.current) void enter()
  })
  useEffect(() => {
    if (isElsewhere) sendOn()
  }, [isElsewhere])
  return () => {
    takenOver.current = true
  }
}
