import { searchPageBOptions } from '#contract/specialties.ts'
import { oneOf, textOf } from '#web/platform/search-params.ts'

/** The address of search page B. Every value is text, as a form without JavaScript sends it. */
export type FinderSearch = {
  q?: string | undefined
  specialty?: string | undefined
  near?: string | undefined
  km?: string | undefined
  rating?: string | undefined
  availability?: string | undefined
  page?: string | undefined
}

export const distances = ['5', '10', '25', '50', '100'] as const
export const ratings = ['3', '4', '4.5'] as const
export const availabilities = ['morning', 'afternoon', 'evening', 'weekend'] as const

/** Invalid values are left out; it never throws. */
export function parseFinderSearch(raw: Record<string, unknown>): FinderSearch {
  const text = (name: string) => (typeof raw[name] === 'number' ? String(raw[name]) : (textOf(raw[name]) ?? '').trim())
  const page = /^\d{1,3}$/.test(text('page')) ? Number(text('page')) : 1
  return {
    q: text('q').slice(0, 100) || undefined,
    specialty: oneOf(searchPageBOptions, text('specialty')),
    near: /^[a-z0-9-]{1,60}$/.test(text('near')) ? text('near') : undefined,
    km: oneOf(distances, text('km')),
    rating: oneOf(ratings, text('rating')),
    availability: oneOf(availabilities, text('availability')),
    page: page > 1 && page <= 500 ? String(page) : undefined,
  }
}

export const chosenFilters = ({ specialty, near, rating, availability }: FinderSearch): number =>
  [specialty, near, rating, availability].filter(Boolean).length

export function finderHref(search: FinderSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? '/search-centers' : `/search-centers?${new URLSearchParams(entries)}`
}
