import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAppointments } from './refresh-appointments.ts'

/** «Sí fui», «Yo no la cancelé» or «No fui a esa hora»: the patient objects to what the centre recorded. */
export function useObjectToRecord() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(
    queries.appointments.object.mutationOptions({
      onSuccess: refresh,
      onError: () => void refresh(),
    }),
  )
}
