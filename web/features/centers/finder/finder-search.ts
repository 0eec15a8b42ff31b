import type { CenterSearch } from '#contract/center-search.ts'
import { searchPageBOptions, specialties } from '#contract/specialties.ts'
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

export const specialtyOptions = searchPageBOptions.map((key) => ({ value: key, label: specialties[key].label }))

export const distanceOptions = ['5', '10', '25', '50', '100'].map((km) => ({ value: km, label: `${km} km` }))

export const ratingOptions = [
  { value: '3', label: '3 estrellas o más' },
  { value: '4', label: '4 estrellas o más' },
  { value: '4.5', label: '4,5 estrellas o más' },
] as const

export const availabilityOptions = [
  { value: 'morning', label: 'Mañana' },
  { value: 'afternoon', label: 'Tarde' },
  { value: 'evening', label: 'Noche' },
  { value: 'weekend', label: 'Fin de semana' },
] as const

const values = <Value extends string>(options: readonly { value: Value }[]) => options.map(({ value }) => value)

/** Invalid values are left out; it never throws. */
export function parseFinderSearch(raw: Record<string, unknown>): FinderSearch {
  const text = (name: string) => (typeof raw[name] === 'number' ? String(raw[name]) : (textOf(raw[name]) ?? '').trim())
  const page = /^\d{1,3}$/.test(text('page')) ? Number(text('page')) : 1
  return {
    q: text('q').slice(0, 100) || undefined,
    specialty: oneOf(searchPageBOptions, text('specialty')),
    near: /^[a-z0-9-]{1,60}$/.test(text('near')) ? text('near') : undefined,
    km: oneOf(values(distanceOptions), text('km')),
    rating: oneOf(values(ratingOptions), text('rating')),
    availability: oneOf(values(availabilityOptions), text('availability')),
    page: page > 1 && page <= 500 ? String(page) : undefined,
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

export const chosenFilters = ({ specialty, near, rating, availability }: FinderSearch): number =>
  [specialty, near, rating, availability].filter(Boolean).length

export function finderHref(search: FinderSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? '/search-centers' : `/search-centers?${new URLSearchParams(entries)}`
}
