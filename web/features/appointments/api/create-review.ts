import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshAppointments } from './refresh-appointments.ts'

export function useCreateReview() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.reviews.create.mutationOptions({ onSuccess: refresh }))
}
