import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Refetches the lists, the figures and the free times. Resolves once the data in view is fresh. */
export function useRefreshAppointments(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    // Search results and profiles show free times and ratings.
    void queryClient.invalidateQueries({ queryKey: queries.centers.key() })
    void queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
    void queryClient.invalidateQueries({ queryKey: queries.therapies.key() })
    void queryClient.invalidateQueries({ queryKey: queries.reminders.key() })
    await queryClient.invalidateQueries({ queryKey: queries.appointments.key() })
  }
}
