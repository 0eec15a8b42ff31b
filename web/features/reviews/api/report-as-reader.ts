import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

export function useReportAsReader() {
  const { queries } = useApi()
  return useMutation(queries.reviews.reportAsReader.mutationOptions())
}
