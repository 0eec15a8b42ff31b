import { queryOptions } from '@tanstack/react-query'
import type { FavoriteCard } from '#contract/favorites.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { type CompareSearch, idsOf } from './compare-search.ts'

type FavoriteCards = { items: FavoriteCard[]; placeName: string | null }
type Cards = ApiTools & { centerIds: string[]; search?: Pick<CompareSearch, 'q' | 'near' | 'at'> }

/** What is shown of these centres, in this order. Those that are not published are missing. */
export function favoriteCards({ api, queries, centerIds, search = {} }: Cards) {
  const { q, near, at } = search
  return queryOptions({
    queryKey: [...queries.favorites.centers.key(), 'cards', { centerIds, q, near, at }],
    enabled: centerIds.length > 0,
    async queryFn({ signal }): Promise<FavoriteCards> {
      if (centerIds.length === 0) return { items: [], placeName: null }
      const input = { centerIds, ...(q && { q }) }
      try {
        return await api.favorites.centers({ ...input, ...placeOf({ near, at }) }, { signal })
      } catch (error) {
        if (errorCode(error) !== 'centers.unknown_place') throw error
        // A changed address names a place that Senda doesn't know: the centres have no distance then.
        return await api.favorites.centers(input, { signal })
      }
    },
  })
}

/** The cards of a comparison. Without a valid id in its address, none are requested. */
export const comparedCards = ({ search, ...tools }: ApiTools & { search: CompareSearch }) =>
  favoriteCards({ ...tools, centerIds: idsOf(search.centers), search })

function placeOf({ near, at }: Pick<CompareSearch, 'near' | 'at'>) {
  if (near !== undefined) return { near }
  const [latitude = Number.NaN, longitude = Number.NaN] = (at ?? '').split(',').map(Number)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude } : {}
}
