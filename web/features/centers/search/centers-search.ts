import { horizonDays } from '#contract/calendar.ts'
import type { CenterSearch } from '#contract/center-search.ts'
import { centerSorts, distanceSlider } from '#contract/search.ts'
import { type SpecialtyKey, specialties, specialtyKeys } from '#contract/specialties.ts'
import { formatDay } from '#web/platform/formats.ts'
import { addDays, isDay, localToday } from '#web/platform/local-days.ts'
import { ownPlace, requestedPoint } from './own-place.ts'

/**
 * The address of search page A. Every value is text, as a form without JavaScript sends it; a value that equals its default
 * is left out. `at` is "latitude,longitude" of the visitor, rounded to about 100 m; `near` outranks it.
 */
export type CentersSearch = {
  q?: string
  near?: string
  at?: string
  km?: string
  specialties?: string
  /** `any`, `tomorrow`, `weekend` or a date. Missing: today, while any centre has a free time today. */
  when?: string
  /** The part of the day. */
  part?: string
  rating?: string
  /** `1`: verified centres alone. */
  verified?: string
  sort?: string
  page?: string
}

/** The days to choose from. A chosen date takes the place of `date`. */
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
] as const

export const sortOptions = [
  { value: 'distance', label: 'Más cerca' },
  { value: 'rating', label: 'Mejor calificación' },
  { value: 'price', label: 'Menor precio' },
  { value: 'nextTime', label: 'Antes disponible' },
] as const satisfies readonly { value: (typeof centerSorts)[number]; label: string }[]

/** The first and the last date that a visitor can choose. */
export function dateRange(today: string): { min: string; max: string } {
  return { min: today, max: addDays({ date: today, days: horizonDays }) }
}

/** The field of one specialty, because a repeated name would keep only its last value. */
export const specialtyField = (key: SpecialtyKey) => `especialidad-${key}`

/** Reads an address, or the fields of the search form. Invalid values are left out; it never throws. */
export function parseCentersSearch(raw: Record<string, unknown>): CentersSearch {
  const text = (key: string) => {
    const value = raw[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const listed = new Set(text('specialties').split(','))
  const keys = specialtyKeys.filter((key) => listed.has(key) || text(specialtyField(key)) !== '')
  const near = /^[a-z0-9-]{1,60}$/.test(text('near')) && text('near') !== ownPlace ? text('near') : undefined
  const at = near === undefined && (readPoint(text('at')) || text('at') === requestedPoint) ? text('at') : undefined
  const km = wholeNumber({ text: text('km'), min: distanceSlider.min, max: distanceSlider.max })
  const rating = wholeNumber({ text: text('rating'), min: 1, max: 5 })
  const page = wholeNumber({ text: text('page'), min: 2, max: 500 })
  return {
    // Values that only the form needs leave the address.
    ...Object.fromEntries([...specialtyKeys.map(specialtyField), 'date'].map((field) => [field, undefined])),
    q: text('q').slice(0, 100) || undefined,
    near,
    at,
    km: km === undefined || km === distanceSlider.defaultKm ? undefined : String(km),
    specialties: keys.join(',') || undefined,
    when: readDay({ when: text('when'), date: text('date') }),
    part: partOptions.find((option) => option.value === text('part'))?.value,
    rating: rating === undefined ? undefined : String(rating),
    verified: text('verified') === '1' ? '1' : undefined,
    sort: centerSorts.find((sort) => sort === text('sort')),
    page: page === undefined ? undefined : String(page),
  }
}

/** The search as the values of the screen's controls. */
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
    part: partOptions.find((option) => option.value === search.part)?.value,
    rating: Number(search.rating ?? 0),
    sort: centerSorts.find((sort) => sort === search.sort),
    page: Number(search.page ?? 1),
  }
}

/** The input of the API. Applies "Disponible hoy" only while it leaves results. */
export function toApiSearch(search: CentersSearch): CenterSearch {
  const values = readCentersSearch(search)
  const place = search.near ? { near: search.near } : values.point
  return {
    ...(values.q && { q: values.q }),
    ...(values.specialties.length > 0 && { specialties: values.specialties }),
    ...(place && { ...place, radiusKm: values.km }),
    ...(values.rating > 0 && { minRating: values.rating }),
    ...(search.verified && { verifiedOnly: true }),
    ...(values.sort && { sort: values.sort }),
    ...(values.when !== 'any' && { when: values.when === 'today' ? 'todayOrLater' : values.when }),
    ...(values.part && { dayPart: values.part }),
    page: values.page,
  }
}

/** The search without any filter. */
export const everyCenter = '/centers?when=any'

export function centersHref(search: CentersSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? '/centers' : `/centers?${new URLSearchParams(entries)}`
}

/** "Mañana", "Este fin de semana", "Mié 25 nov"; undefined for any day. */
export function dayLabel({ when }: Pick<CentersSearch, 'when'>): string | undefined {
  if (when === 'any') return undefined
  const option = dayOptions.find(({ value }) => value === (when ?? 'today'))
  return option?.label ?? formatDay(when ?? '')
}

export const specialtyLabel = (key: SpecialtyKey) => specialties[key].label

/** Without "today", which is the default. An unknown day, a past date and one that is too far ahead are ignored. */
function readDay({ when, date }: { when: string; date: string }): string | undefined {
  if (when === 'any' || when === 'tomorrow' || when === 'weekend') return when
  const day = when === 'date' ? date : when
  if (!isDay(day)) return undefined
  const { min, max } = dateRange(localToday())
  return day > min && day <= max ? day : undefined
}

function wholeNumber({ text, min, max }: { text: string; min: number; max: number }): number | undefined {
  if (!/^\d{1,3}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

function readPoint(text: string): { latitude: number; longitude: number } | undefined {
  const match = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text)
  if (!match) return undefined
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
