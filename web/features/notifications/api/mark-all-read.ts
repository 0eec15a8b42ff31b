import { useMutation } from '@tanstack/react-query'

import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

import { useRefreshNotifications } from './refresh-notifications.ts'

/** Marks all notifications up to the newest that the user sees. A later one stays unread. */
export function useMarkAllRead() {
  const { queries } = useApi()
  const refresh = useRefreshNotifications()
  const { mutate, isPending } = useMutation(queries.notifications.markAllRead.mutationOptions({ onSettled: refresh }))
  return { isPending, markAll: (newest: Pick<Notification, 'createdAt'>) => mutate({ upTo: newest.createdAt }) }
}
