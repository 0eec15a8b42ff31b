import { useMutation } from '@tanstack/react-query'
import type { NextSession } from '#contract/therapies.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useRefreshAppointments } from './refresh-appointments.ts'

export function useBookAgain() {
  const { queries } = useApi()
  const refresh = useRefreshAppointments()
  return useMutation(queries.therapies.bookAgain.mutationOptions({ onSuccess: refresh, onError: () => void refresh() }))
}

/** What the session would be now, when the server refused the terms that the patient had read. */
export function changedSessionIn(error: unknown): NextSession | undefined {
  if (errorCode(error) !== 'therapies.terms_changed') return undefined
  return (error as { data?: NextSession }).data
}
