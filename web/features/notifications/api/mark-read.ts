import { useMutation } from '@tanstack/react-query'

import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

export function useMarkRead() {
  const { queries } = useApi()
  const { mutate } = useMutation(queries.notifications.markRead.mutationOptions())
  return ({ id }: Pick<Notification, 'id'>, isRead = true) => mutate({ notificationId: id, isRead })
}
