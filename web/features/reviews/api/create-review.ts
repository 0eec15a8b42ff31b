import { useMutation } from '@tanstack/react-query'

import { useRefreshAppointments } from '#web/features/appointments/api/refresh-appointments.ts'
import { useApi } from '#web/platform/api.ts'

export function useCreateReview() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.reviews.create.mutationOptions({ onSuccess: refresh }))
}
