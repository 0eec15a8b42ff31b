import { useMutation } from '@tanstack/react-query'

import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

/** Marks all notifications up to the newest that the user sees. A later one stays unread. */
export function useMarkAllRead() {
  const { queries } = useApi()
  const { mutate, isPending } = useMutation(queries.notifications.markAllRead.mutationOptions())
  return { isPending, markAll: (newest: Pick<Notification, 'createdAt'>) => mutate({ upTo: newest.createdAt }) }
}
