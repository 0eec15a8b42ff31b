import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** Goes where signing in leads: to `next`, else to the dashboard of this kind of account. */
export function useEnter(next: string | undefined): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { queries } = useApi()
  return async () => {
    // The dashboard itself sends on whoever belongs to another one.
    const target =
      next ?? (await queryClient.fetchQuery(queries.accounts.me.queryOptions()).catch(() => undefined))?.homePath
    router.history.replace(target ?? '/dashboard')
  }
}

/** Sends on whoever arrives signed in. The returned function says that the screen itself takes over from here. */
export function useSendOn(next: string | undefined): () => void {
  const session = useSession()
  const enter = useEnter(next)
  const takenOver = useRef(false)
  const sendOn = useEffectEvent(() => {
    if (!takenOver.current) void enter()
  })
  useEffect(() => {
    if (session.status === 'signedIn') sendOn()
  }, [session.status])
  return () => {
    takenOver.current = true
  }
}
