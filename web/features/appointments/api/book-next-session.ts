import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshAppointments } from './refresh-appointments.ts'

export function useBookNextSession() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.therapies.bookNext.mutationOptions({ onSuccess: refresh, onError: () => void refresh() }))
}
