import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'

/** Events come in bursts. */
const debounceMs = 250

/** The newest notifications and how many are unread, as fresh as the live stream keeps them. */
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

/** Marks one notification, and every list shows it at once. */
export function useMarkRead() {
  const { queries } = useApi()
  const refresh = useRefresh()
  const { mutate } = useMutation(queries.notifications.markRead.mutationOptions({ onSettled: refresh }))
  return ({ id }: Pick<Notification, 'id'>, isRead = true) => mutate({ notificationId: id, isRead })
}

/** Marks all up to the newest that the user sees: a later one stays unread. */
export function useMarkAllRead() {
  const { queries } = useApi()
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation(queries.notifications.markAllRead.mutationOptions({ onSettled: refresh }))
  return { isPending, markAll: (newest: Pick<Notification, 'createdAt'>) => mutate({ upTo: newest.createdAt }) }
}

function useRefresh() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.notifications.list.key() })
}
