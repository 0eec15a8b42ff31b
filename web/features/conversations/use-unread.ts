import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'

const none: Unread = { own: 0, centers: [] }

/** Events come in bursts. */
const debounceMs = 500

type Unread = { own: number; centers: readonly { centerId: string; count: number }[] }

/** In how many conversations there are unread messages, refetched after each live event about a conversation. */
export function useUnread(): Unread {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const options = queries.conversations.unread.queryOptions()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if (event.about !== 'conversation' && !(event.about === 'ready' && !event.isResumed)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: false }),
      debounceMs,
    )
  })
  return useQuery(options).data ?? none
}
