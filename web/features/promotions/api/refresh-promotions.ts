import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRefreshPromotions() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.promotions.key() })
}
