import { useMutation } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

export function useMarkRead() {
  const { queries } = useApi()
  const { mutate } = useMutation(queries.notifications.markRead.mutationOptions())
  return ({ id }: Pick<Notification, 'id'>, isRead = true) => mutate({ notificationId: id, isRead })
}

/** Marks all notifications up to the newest that the user sees. A later one stays unread. */
export function useMarkAllRead() {
  const { queries } = useApi()
  const { mutate, isPending } = useMutation(queries.notifications.markAllRead.mutationOptions())
  return { isPending, markAll: (newest: Pick<Notification, 'timestamp'>) => mutate({ upTo: newest.timestamp }) }
}
