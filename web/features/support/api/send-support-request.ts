import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useSendSupportRequest() {
  const { queries } = useApi()
  return useMutation(queries.support.send.mutationOptions())
}
