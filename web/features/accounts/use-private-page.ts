import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { errorCode } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'

import { useMe } from './use-me.ts'

/** The account that a private page is about. When its session ends, here or elsewhere, the route's guard takes over. */
export function usePrivatePage() {
  const router = useRouter()
  const session = useSession()
  const { data: me, error, isFetching, refetch } = useMe()

  // Signed out here or in another tab: the route's guard sends the visitor to sign in.
  useEffect(() => {
    if (session.status === 'signedOut') void router.invalidate()
  }, [session.status, router])
  // The server ended the session: what this browser still keeps of it opens nothing.
  const isEnded = errorCode(error) === 'session.missing'
  useEffect(() => {
    if (isEnded) void signOut('local')
  }, [isEnded])

  return { router, session, me, error, isEnded, isFetching, refetch }
}
