import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** After a change: the lists, the figures and every free time are asked for again. Resolves when what is in view is fresh. */
export function useAppointmentsRefresh(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    // Results and profiles show free times and ratings, too.
    void queryClient.invalidateQueries({ queryKey: queries.centers.key() })
    void queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
    await queryClient.invalidateQueries({ queryKey: queries.appointments.key() })
  }
}
