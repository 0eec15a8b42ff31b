import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useValidateCode() {
  const { queries } = useApi()
  return useMutation(queries.promotions.validate.mutationOptions())
}
