import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'

import type { Place } from './places.ts'

type HoldRequest = { serviceId: string; startsAt: string; place: Place }

/** The time that the server keeps for this visitor, with or without an account; it outlives reloads and signing in. */
export function useHold() {
  const { api, queries } = useApi()
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const queryKey = queries.appointments.currentHold.queryKey()
  const current = useQuery({ ...queries.appointments.currentHold.queryOptions(), enabled: hydrated, staleTime: 0 })

  const remember = (appointment: Appointment | null) => queryClient.setQueryData(queryKey, { appointment })
  const refreshTimes = () => void queryClient.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() })

  const take = useMutation({
    mutationFn: async (request: HoldRequest) => {
      // An answer that is under way speaks of the time before this one.
      await queryClient.cancelQueries({ queryKey })
      return await api.appointments.hold(request)
    },
    onSuccess: remember,
    onSettled: refreshTimes,
  })
  const release = useMutation({
    mutationFn: () => api.appointments.release(),
    onMutate: () => void remember(null),
    onSettled: refreshTimes,
  })
  return {
    /** undefined: not known yet. */
    appointment: current.data ? current.data.appointment : undefined,
    isKnown: current.data !== undefined || current.isError,
    take,
    release,
    /** Asks the server again; without an answer, what was known stays. */
    ask: async () => (await current.refetch()).data?.appointment ?? undefined,
    /** It ran out, or became an appointment. */
    forget: () => {
      remember(null)
      refreshTimes()
    },
  }
}
