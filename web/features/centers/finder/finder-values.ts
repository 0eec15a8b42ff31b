import { defaultRadiusKm } from '#contract/search.ts'
import { searchPageBOptions } from '#contract/specialties.ts'
import { hrefOf, oneOf, pageOf } from '#web/platform/search-params.ts'
import { careLabels, readCare } from '../search/care-filters.ts'
import { readPoint } from '../search/centers-search.ts'
import type { FinderSearch } from './finder-search.ts'

/** `0`: without a limit. */
export const distances = ['0', '5', '10', '25', '50', '100'] as const
export const ratings = ['3', '4', '4.5'] as const
/** Around a place, unless the visitor chooses another distance. */
export const defaultKm = String(defaultRadiusKm)
export const availabilities = ['morning', 'afternoon', 'evening', 'weekend'] as const

/** Invalid values are left out; it never throws. */
export function readFinderSearch(typed: FinderSearch): FinderSearch {
  const { q, specialty, rating, availability, page } = typed
  const near = readPlace(typed.near)
  const km = oneOf(distances, typed.km)
  return {
    q,
    specialty: oneOf(searchPageBOptions, specialty),
    near,
    km: near === undefined || km === defaultKm ? undefined : km,
    rating: oneOf(ratings, rating),
    availability: oneOf(availabilities, availability),
    ...careTexts(typed),
    page: pageOf(page, { last: 500 }),
  }
}

const careTexts = (typed: FinderSearch) =>
  Object.fromEntries(Object.entries(readCare(typed)).map(([name, value]) => [name, String(value)]))

/** The slug of a place, or the visitor's own coordinates. */
function readPlace(near: string = ''): string | undefined {
  return /^[a-z0-9-]{1,60}$/.test(near) || readPoint(near) ? near : undefined
}

export const countFilters = (search: FinderSearch): number =>
  [search.specialty, search.near, search.rating, search.availability].filter(Boolean).length + careLabels(search).length

export const finderHref = (search: FinderSearch): string => hrefOf('/search-centers', search)
