import { queryOptions } from '@tanstack/react-query'

import type { CenterCard, CenterSearch } from '#contract/center-search.ts'
import { searchPageBOptions } from '#contract/specialties.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { oneOf } from '#web/platform/search-params.ts'

import type { FinderSearch } from './finder-search.ts'
import { readFinderSearch } from './finder-values.ts'

/** The values that a card shows. The page's HTML contains them a second time, for hydration. */
export type FinderCard = Pick<
  CenterCard,
  | 'id'
  | 'name'
  | 'verified'
  | 'rating'
  | 'totalReviews'
  | 'specialties'
  | 'services'
  | 'description'
  | 'address'
  | 'neighborhood'
  | 'department'
  | 'distanceMeters'
  | 'coverUrl'
  | 'phone'
  | 'website'
  | 'priceFromCents'
  | 'takesBookings'
  | 'offer'
  | 'nextTimes'
  | 'team'
  | 'teamSize'
>

export type FinderResults = { items: FinderCard[]; total: number; countedTo: number; page: number; pages: number }

export function finderResults({ api, queries, search: typed }: ApiTools & { search: FinderSearch }) {
  const search = readFinderSearch(typed)
  return queryOptions({
    queryKey: [...queries.centers.search.key(), 'finder', search],
    queryFn: async ({ signal }): Promise<FinderResults> => {
      const { items, total, countedTo, page, pages } = await api.centers.search(toApiSearch(search), { signal })
      return { items: items.map(toFinderCard), total, countedTo, page, pages }
    },
  })
}

function toFinderCard({
  verified,
  rating,
  totalReviews,
  specialties,
  services,
  description,
  address,
  neighborhood,
  department,
  distanceMeters,
  ...card
}: CenterCard): FinderCard {
  return {
    id: card.id,
    name: card.name,
    verified,
    rating,
    totalReviews,
    specialties,
    services: services.slice(0, 1),
    description,
    address,
    neighborhood,
    department,
    distanceMeters,
    coverUrl: card.coverUrl,
    phone: card.phone,
    website: card.website,
    priceFromCents: card.priceFromCents,
    takesBookings: card.takesBookings,
    offer: card.offer,
    nextTimes: card.nextTimes,
    team: card.team,
    teamSize: card.teamSize,
  }
}

/** The input of the API. Without a distance, a place only orders the centres. */
export function toApiSearch({ q, specialty, near, km, rating, availability, page }: FinderSearch): CenterSearch {
  const key = oneOf(searchPageBOptions, specialty)
  const part = oneOf(['morning', 'afternoon', 'evening'] as const, availability)
  return {
    ...(q && { q }),
    ...(key && { specialties: [key] }),
    ...(near && { near, radiusKm: Number(km ?? 0) }),
    ...(rating && { minRating: Number(rating) }),
    ...(availability === 'weekend' && { when: availability }),
    ...(part && { dayPart: part }),
    page: Number(page ?? 1),
  }
}
