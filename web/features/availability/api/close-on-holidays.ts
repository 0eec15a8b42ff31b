import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAvailability } from './refresh-availability.ts'

/** With `preview`, the server changes nothing and lists the appointments that the change would affect. */
export function useCloseOnHolidays() {
  const { queries } = useApi()
  const refresh = useRefreshAvailability()
  return useMutation(
    queries.availability.closeOnHolidays.mutationOptions({
      onSuccess: async (_result, { preview }) => {
        if (!preview) await refresh()
      },
    }),
  )
}
