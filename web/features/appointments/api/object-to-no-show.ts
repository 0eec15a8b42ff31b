import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAppointments } from './refresh-appointments.ts'

/** «Sí fui»: the patient objects to a no-show. */
export function useObjectToNoShow() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(
    queries.appointments.object.mutationOptions({
      onSuccess: refresh,
      onError: () => void refresh(),
    }),
  )
}
