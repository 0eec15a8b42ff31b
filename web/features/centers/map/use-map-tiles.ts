import { useQuery } from '@tanstack/react-query'

import type { MapTiles } from '#contract/map.ts'
import { useApi } from '#web/platform/api.ts'

/** The tiles that the operator has configured, if any. Never refetched, because settings change only with a restart. */
export function useMapTiles(): MapTiles | undefined {
  const { queries } = useApi()
  return useQuery({ ...queries.map.tiles.queryOptions(), staleTime: Number.POSITIVE_INFINITY }).data?.tiles ?? undefined
}
