import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useRefreshAppointments } from './refresh-appointments.ts'

export function useBookAgain() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.therapies.bookAgain.mutationOptions({ onSuccess: refresh }))
}

/** What the session costs now, when the server refused the price that the patient had seen. */
export function changedPriceIn(error: unknown): number | undefined {
  if (errorCode(error) !== 'therapies.price_changed') return undefined
  return (error as { data?: { priceCents?: number } }).data?.priceCents
}
