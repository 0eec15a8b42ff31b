import { useQuery } from '@tanstack/react-query'

import type { MapTiles } from '#contract/map.ts'
import { useApi } from '#web/platform/api.ts'

/** Undefined while unknown, and where the settings name none. Never refetched: a setting changes with a restart. */
export function useMapTiles(): MapTiles | undefined {
  const { queries } = useApi()
  return useQuery({ ...queries.map.tiles.queryOptions(), staleTime: Number.POSITIVE_INFINITY }).data?.tiles ?? undefined
}
