import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAppointments } from './refresh-appointments.ts'

export function useCancelAppointment() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(
    queries.appointments.cancel.mutationOptions({
      onSuccess: refresh,
      onError: () => void refresh(),
    }),
  )
}
