import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { OwnCenter } from '#contract/centers.ts'
import { useApi } from '#web/platform/api.ts'

export function useOwnCenter({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.practice.profile.queryOptions({ input: { centerId } }))
}

/** Every change answers the whole profile; the public page beside it and the centre's name above are asked for again. */
export function useOwnCenterChange({ centerId }: { centerId: string }): (own: OwnCenter) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (own) => {
    queryClient.setQueryData(queries.practice.profile.queryKey({ input: { centerId } }), own)
    void queryClient.invalidateQueries({ queryKey: queries.practice.publication.key({ input: { centerId } }) })
    void queryClient.invalidateQueries({ queryKey: queries.practice.preview.key({ input: { centerId } }) })
    void queryClient.invalidateQueries({ queryKey: queries.practice.memberships.key() })
    void queryClient.invalidateQueries({ queryKey: queries.centers.get.key({ input: { centerId } }) })
  }
}
