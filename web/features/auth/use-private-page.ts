import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { errorCode } from '#web/platform/error-message.ts'
import { discardSession, useSession } from '#web/platform/session.ts'
import { loadToastCard } from '#web/ui/load-toast-card.ts'
import { requestedPath } from './landing-pages.ts'
import { pathWithNext } from './sign-in/path-with-next.ts'
import { useMe } from './use-me.ts'

/**
 * The account of a private page. When its session ends, in this tab or another, the route's guard redirects. A user with a
 * pending step is redirected to its page, which returns here. `isEnded` during either redirect.
 */
export function usePrivatePage() {
  const router = useRouter()
  const session = useSession()
  const { data: me, error, isFetching, refetch } = useMe()
  const pendingStep = pendingStepOf({ code: errorCode(error), registrationPending: me?.registrationPending })

  // The page reports in toasts, which must be loaded before the connection is lost.
  useEffect(() => void loadToastCard(), [])

  // After a sign-out here or in another tab, the route's guard redirects the visitor to sign in.
  useEffect(() => {
    if (session.status === 'signedOut') void router.invalidate()
  }, [session.status, router])

  const goTo = useEffectEvent((step: NonNullable<typeof pendingStep>) => {
    // The server has ended the session, so the browser discards its stored copy.
    if (step === 'ended') void discardSession()
    // This page stays mounted until the next one renders, and another redirect may be under way.
    else if (router.state.location.pathname !== screens[step]) {
      const { href } = router.state.location
      router.history.replace(pathWithNext(screens[step], step === 'codeMissing' ? requestedPath(href) : href))
    }
  })
  useEffect(() => {
    if (pendingStep) goTo(pendingStep)
  }, [pendingStep])

  // After the session ended, the page stays until the redirect, and with unsaved text until its user signs in again.
  return {
    session,
    me: pendingStep && pendingStep !== 'ended' ? undefined : me,
    error,
    isEnded: pendingStep !== undefined,
    isFetching,
    refetch,
  }
}

const screens = { codeMissing: '/login', registrationPending: '/complete-registration' } as const

function pendingStepOf({
  code,
  registrationPending,
}: {
  code: string | undefined
  registrationPending: boolean | undefined
}): 'ended' | keyof typeof screens | undefined {
  if (code === 'session.missing') return 'ended'
  if (code === 'session.second_factor') return 'codeMissing'
  if (code === 'session.registration_pending' || registrationPending) return 'registrationPending'
  return undefined
}
