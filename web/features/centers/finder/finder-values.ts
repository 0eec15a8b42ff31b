import { searchPageBOptions } from '#contract/specialties.ts'
import { oneOf } from '#web/platform/search-params.ts'
import type { FinderSearch } from './finder-search.ts'

export const distances = ['5', '10', '25', '50', '100'] as const
export const ratings = ['3', '4', '4.5'] as const
export const availabilities = ['morning', 'afternoon', 'evening', 'weekend'] as const

/** Invalid values are left out; it never throws. */
export function readFinderSearch({ q, specialty, near, km, rating, availability, page }: FinderSearch): FinderSearch {
  const number = /^\d{1,3}$/.test(page ?? '') ? Number(page) : 1
  return {
    q,
    specialty: oneOf(searchPageBOptions, specialty),
    near: /^[a-z0-9-]{1,60}$/.test(near ?? '') ? near : undefined,
    km: oneOf(distances, km),
    rating: oneOf(ratings, rating),
    availability: oneOf(availabilities, availability),
    page: number > 1 && number <= 500 ? String(number) : undefined,
  }
}

export const countFilters = ({ specialty, near, rating, availability }: FinderSearch): number =>
  [specialty, near, rating, availability].filter(Boolean).length

export function finderHref(search: FinderSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? '/search-centers' : `/search-centers?${new URLSearchParams(entries)}`
}
