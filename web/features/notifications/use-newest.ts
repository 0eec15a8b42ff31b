import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'

/** Events come in bursts. */
const debounceMs = 250

/** The newest notifications and the number of unread ones, refetched after a live event about one, and after missed events. */
export function useNewest() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if (event.about !== 'notification' && !(event.about === 'ready' && !event.isResumed)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () =>
        void queryClient.invalidateQueries({ queryKey: queries.notifications.list.key() }, { cancelRefetch: false }),
      debounceMs,
    )
  })
  return useQuery(queries.notifications.list.queryOptions({ input: {} }))
}
