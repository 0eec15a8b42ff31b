import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAppointments } from './refresh-appointments.ts'

/** The patient confirms that an appointment booked by the centre is theirs. */
export function useAcceptAppointment() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(
    queries.appointments.accept.mutationOptions({
      onSuccess: refresh,
      onError: () => void refresh(),
    }),
  )
}
