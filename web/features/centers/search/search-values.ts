import type { CenterSearch } from '#contract/center-search.ts'
import { centerSorts, distanceSlider } from '#contract/search.ts'
import { specialties } from '#contract/specialties.ts'
import { type SpecialtyKey, specialtyKeys } from '#contract/specialty-keys.ts'
import { formatDay } from '#web/platform/formats.ts'
import { hrefOf } from '#web/platform/search-params.ts'

import { readCare } from './care-filters.ts'
import { type CentersSearch, dayParts, readPoint } from './centers-search.ts'

/** The days to choose from. A chosen date replaces `date`. */
export const dayOptions = [
  { value: 'any', label: 'Cualquier día' },
  { value: 'today', label: 'Disponible hoy' },
  { value: 'tomorrow', label: 'Mañana' },
  { value: 'weekend', label: 'Este fin de semana' },
  { value: 'date', label: 'Otro día…' },
] as const

export const partOptions = [
  { value: 'morning', label: 'Por la mañana' },
  { value: 'afternoon', label: 'Por la tarde' },
  { value: 'evening', label: 'Por la noche' },
] as const satisfies readonly { value: (typeof dayParts)[number]; label: string }[]

export const sortOptions = [
  { value: 'distance', label: 'Más cerca' },
  { value: 'rating', label: 'Mejor calificación' },
  { value: 'price', label: 'Menor precio' },
  { value: 'nextTime', label: 'Antes disponible' },
] as const satisfies readonly { value: (typeof centerSorts)[number]; label: string }[]

export function readCentersSearch(search: CentersSearch) {
  const keys = new Set((search.specialties ?? '').split(','))
  const point = search.at === undefined ? undefined : readPoint(search.at)
  return {
    q: search.q ?? '',
    near: search.near ?? '',
    point,
    hasPlace: search.near !== undefined || point !== undefined,
    km: search.km === undefined ? distanceSlider.defaultKm : Number(search.km),
    specialties: specialtyKeys.filter((key) => keys.has(key)),
    when: search.when ?? 'today',
    part: dayParts.find((part) => part === search.part),
    rating: Number(search.rating ?? 0),
    sort: centerSorts.find((sort) => sort === search.sort),
    page: Number(search.page ?? 1),
  }
}

/** The input of the API. «Disponible hoy» applies only while it leaves results. */
export function toApiSearch(search: CentersSearch): CenterSearch {
  const values = readCentersSearch(search)
  const place = search.near ? { near: search.near } : values.point
  return {
    ...(values.q && { q: values.q }),
    ...(values.specialties.length > 0 && { specialties: values.specialties }),
    ...(place && { ...place, radiusKm: search.area ? 0 : values.km }),
    // A typed place has a radius without a parameter.
    ...(search.area && { area: search.area, radiusKm: 0 }),
    ...(values.rating > 0 && { minRating: values.rating }),
    ...readCare(search),
    ...(search.verified && { verifiedOnly: true }),
    ...(values.sort && { sort: values.sort }),
    ...(values.when !== 'any' && { when: values.when === 'today' ? 'todayOrLater' : values.when }),
    ...(values.part && { dayPart: values.part }),
    page: values.page,
  }
}

export const everyCenter = '/centers?when=any'

export const centersHref = (search: CentersSearch): string => hrefOf('/centers', search)

/** "Mañana", "Este fin de semana", "Mié 25 nov"; undefined for any day. */
export function dayLabel({ when }: Pick<CentersSearch, 'when'>): string | undefined {
  if (when === 'any') return undefined
  const option = dayOptions.find(({ value }) => value === (when ?? 'today'))
  return option?.label ?? formatDay(when ?? '')
}

export const specialtyLabel = (key: SpecialtyKey) => specialties[key].label
