import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

function useRefresh() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.promotions.key() })
}

export function useValidateCode() {
  const { queries } = useApi()
  return useMutation(queries.promotions.validate.mutationOptions())
}

export function useApplyPromotion() {
  const { queries } = useApi()
  return useMutation(queries.promotions.apply.mutationOptions({ onSettled: useRefresh() }))
}

export function useReleasePromotion() {
  const { queries } = useApi()
  return useMutation(queries.promotions.release.mutationOptions({ onSettled: useRefresh() }))
}

export function useCreatePromotion() {
  const { queries } = useApi()
  return useMutation(queries.promotions.create.mutationOptions({ onSuccess: useRefresh() }))
}

export function useUpdatePromotion() {
  const { queries } = useApi()
  return useMutation(queries.promotions.update.mutationOptions({ onSettled: useRefresh() }))
}
