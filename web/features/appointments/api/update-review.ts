import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshAppointments } from './refresh-appointments.ts'

export function useUpdateReview() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.reviews.update.mutationOptions({ onSuccess: refresh }))
}
