import { searchPageBOptions } from '#contract/specialties.ts'
import { hrefOf, oneOf, pageOf } from '#web/platform/search-params.ts'
import type { FinderSearch } from './finder-search.ts'

export const distances = ['5', '10', '25', '50', '100'] as const
export const ratings = ['3', '4', '4.5'] as const
export const availabilities = ['morning', 'afternoon', 'evening', 'weekend'] as const

/** Invalid values are left out; it never throws. */
export function readFinderSearch({ q, specialty, near, km, rating, availability, page }: FinderSearch): FinderSearch {
  return {
    q,
    specialty: oneOf(searchPageBOptions, specialty),
    near: /^[a-z0-9-]{1,60}$/.test(near ?? '') ? near : undefined,
    km: oneOf(distances, km),
    rating: oneOf(ratings, rating),
    availability: oneOf(availabilities, availability),
    page: pageOf(page, { last: 500 }),
  }
}

export const countFilters = ({ specialty, near, rating, availability }: FinderSearch): number =>
  [specialty, near, rating, availability].filter(Boolean).length

export const finderHref = (search: FinderSearch): string => hrefOf('/search-centers', search)
