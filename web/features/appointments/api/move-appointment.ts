import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

import { useRefreshAppointments } from './refresh-appointments.ts'

export function useMoveAppointment() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefreshAppointments()
  return useMutation(
    queries.appointments.move.mutationOptions({
      onSuccess: refresh,
      onError: (error) => {
        // After any failure the free times in view may be outdated.
        void queryClient.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() })
        if (errorCode(error) === 'appointments.not_changeable') void refresh()
      },
    }),
  )
}
