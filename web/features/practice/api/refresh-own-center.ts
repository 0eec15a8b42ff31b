import { useQueryClient } from '@tanstack/react-query'

import type { OwnCenter } from '#contract/centers.ts'
import { useApi } from '#web/platform/api.ts'

/**
 * For `onSuccess` of the writes that respond with the whole profile. The public page beside it and the centre's name above it
 * are refetched.
 */
export function useRefreshOwnCenter(): (center: OwnCenter, input: { centerId: string }) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (center, { centerId }) => {
    const input = { centerId }
    queryClient.setQueryData(queries.practice.profile.queryKey({ input }), center)
    void queryClient.invalidateQueries({ queryKey: queries.practice.publication.key({ input }) })
    void queryClient.invalidateQueries({ queryKey: queries.practice.preview.key({ input }) })
    void queryClient.invalidateQueries({ queryKey: queries.practice.memberships.key() })
    void queryClient.invalidateQueries({ queryKey: queries.centers.get.key({ input }) })
  }
}
