import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useReportMessage() {
  const { queries } = useApi()
  return useMutation(queries.conversations.report.mutationOptions())
}
