import type { CenterCard, CenterSearchResult } from '#contract/center-search.ts'

/** What a card of the grid shows. The page's HTML contains these values a second time, for hydration. */
const shownKeys = [
  'id',
  'name',
  'verified',
  'rating',
  'totalReviews',
  'specialties',
  'description',
  'address',
  'neighborhood',
  'department',
  'distanceMeters',
  'pinPrecision',
  'coverUrl',
  'phone',
  'website',
  'priceFromCents',
  'takesBookings',
  'treats',
  'unregulated',
  'offer',
  'cancelledShare',
  'team',
  'teamSize',
  'worksAlone',
  'moreTimes',
] as const satisfies readonly (keyof CenterCard)[]

export type GridCenter = Pick<CenterCard, (typeof shownKeys)[number] | 'services'> & {
  nextTimes: Pick<CenterCard['nextTimes'][number], 'serviceId' | 'startsAt'>[]
}
export type GridResults = Pick<
  CenterSearchResult,
  'total' | 'countedTo' | 'nearMiss' | 'lacking' | 'leftOut' | 'page' | 'pages'
> & {
  items: GridCenter[]
  placeName: string | undefined
}

export function toGridCenter(center: CenterCard): GridCenter {
  const shown = Object.fromEntries(shownKeys.map((key) => [key, center[key]])) as Pick<
    CenterCard,
    (typeof shownKeys)[number]
  >
  return {
    ...shown,
    services: center.services.slice(0, 1),
    nextTimes: center.nextTimes.map(({ serviceId, startsAt }) => ({ serviceId, startsAt })),
  }
}
