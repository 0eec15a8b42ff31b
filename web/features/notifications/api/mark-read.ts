import { useMutation } from '@tanstack/react-query'

import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

import { useRefreshNotifications } from './refresh-notifications.ts'

/** Marks one notification as read or unread. */
export function useMarkRead() {
  const { queries } = useApi()
  const refresh = useRefreshNotifications()
  const { mutate } = useMutation(queries.notifications.markRead.mutationOptions({ onSettled: refresh }))
  return ({ id }: Pick<Notification, 'id'>, isRead = true) => mutate({ notificationId: id, isRead })
}
