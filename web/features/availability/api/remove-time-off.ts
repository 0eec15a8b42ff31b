import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAvailability } from './refresh-availability.ts'

export function useRemoveTimeOff() {
  const { queries } = useApi()
  const refresh = useRefreshAvailability()
  return useMutation(queries.availability.removeTimeOff.mutationOptions({ onSettled: refresh }))
}
