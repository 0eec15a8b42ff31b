import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'

/** The time that the server holds for this visitor, with or without an account; it outlives reloads and signing in. */
export function useHold() {
  const { queries } = useApi()
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const current = useQuery({ ...queries.appointments.currentHold.queryOptions(), enabled: hydrated, staleTime: 0 })
  return {
    /** Undefined until the server has responded. */
    appointment: current.data ? current.data.appointment : undefined,
    isKnown: current.data !== undefined || current.isError,
    /** Refetches the hold; without a response, it keeps the known hold. */
    refetch: async () => (await current.refetch()).data?.appointment ?? undefined,
    /** Called after the hold expired or became an appointment. */
    clear: () => {
      queryClient.setQueryData(queries.appointments.currentHold.queryKey(), { appointment: null })
      void queryClient.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() })
    },
  }
}
