import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { askedFor } from '../arrival-pages.ts'
import { useHeldBooking } from '../held-booking.ts'
import { useAskMe } from '../use-me.ts'
import { wayPast } from './way-past.ts'

/**
 * Goes where signing in leads: to the page that the visitor asked for, else to the patient's held time, else to the dashboard
 * of this kind of account. While the second factor's code is missing, `onCodeOwed` runs instead; without it, the visitor goes
 * to /login, which asks for the code. The returned function says whether this screen is being left.
 */
export function useEnter(next: string | undefined, onCodeOwed?: () => void): () => Promise<boolean> {
  const router = useRouter()
  const askMe = useAskMe()
  const heldBooking = useHeldBooking()
  return async () => {
    try {
      // An older answer and the page that it leads to could send one another on for ever.
      const me = await askMe()
      const held = me.userType === 'patient' && askedFor(next) === undefined ? await heldBooking() : undefined
      const to = held ?? askedFor(next)
      router.history.replace(
        me.registrationPending ? wayPast('/complete-registration', to ?? next) : (to ?? me.homePath),
      )
      return true
    } catch (error) {
      const code = errorCode(error)
      if (code === 'session.second_factor' && onCodeOwed) {
        onCodeOwed()
        return false
      }
      if (code === 'session.missing') {
        // What this browser still keeps of an ended session opens nothing: it is a visitor's again.
        await signOut('local')
        return false
      }
      // Where something else failed the page itself says so, and tries again.
      router.history.replace(code === 'session.second_factor' ? wayPast('/login', next) : (next ?? '/dashboard'))
      return true
    }
  }
}

/** Sends on whoever arrives signed in. The returned function says that the screen itself takes over from here. */
export function useSendOn(next: string | undefined, onCodeOwed?: () => void): () => void {
  const session = useSession()
  return useSendOnWhen({ isElsewhere: session.status === 'signedIn', enter: useEnter(next, onCodeOwed) })
}

/** The same for a screen that has something for some who are signed in. `enter`: as useEnter gives it. */
export function useSendOnWhen({
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
