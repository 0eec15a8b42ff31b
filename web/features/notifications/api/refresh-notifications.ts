import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRefreshNotifications() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.notifications.list.key() })
}
