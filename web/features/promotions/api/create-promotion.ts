import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshPromotions } from './refresh-promotions.ts'

export function useCreatePromotion() {
  const { queries } = useApi()
  const refresh = useRefreshPromotions()
  return useMutation(queries.promotions.create.mutationOptions({ onSuccess: refresh }))
}
