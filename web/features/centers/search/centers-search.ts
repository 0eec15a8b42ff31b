import { horizonDays } from '#contract/calendar.ts'
import { readMapArea } from '#contract/map-area.ts'
import { centerSorts, distanceSlider, maxNeedLength } from '#contract/search.ts'
import { type SpecialtyKey, specialtyKeys } from '#contract/specialty-keys.ts'
import { addDays, isDay, localToday } from '#web/platform/local-days.ts'
import { boundedText, pageOf } from '#web/platform/search-params.ts'
import { ownPlace, requestedPoint } from './own-place.ts'

/**
 * The search parameters of /centers. Every value is text, as a form without JavaScript sends it; a value that equals its default
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
  /** The part of the day of a free time. */
  part?: string
  rating?: string
  /** The filters of the professional and the centre; care-filters.ts reads their values. */
  modality?: string
  /** In whole pesos. */
  maxPrice?: string
  ages?: string
  gender?: string
  cover?: string
  language?: string
  /** `1`: only verified centres. */
  verified?: string
  sort?: string
  /** The part of the map to search: "south,west,north,east". It replaces `km`. */
  area?: string
  /** `1`: the map is open. */
  map?: string
  page?: string
}

/** The parser only bounds their texts, because every page loads it. */
export const careParams = ['modality', 'maxPrice', 'ages', 'gender', 'cover', 'language'] as const
export type CareParam = (typeof careParams)[number]

export const dayParts = ['morning', 'afternoon', 'evening'] as const

/** The first and the last date that a visitor can choose. */
export function dateRange(today: string): { min: string; max: string } {
  return { min: today, max: addDays({ date: today, days: horizonDays }) }
}

/** The field of one specialty, because a repeated name would keep only its last value. */
export const specialtyField = (key: SpecialtyKey) => `especialidad-${key}`

/** Stands in the URL for specialties that do not exist, so that the page can say that it ignores them. */
export const unknownSpecialty = 'desconocida'

/** Reads a URL, or the fields of the search form. Invalid values are left out; it never throws. */
export function parseCentersSearch(raw: Record<string, unknown>): CentersSearch {
  const text = (key: string) => {
    const value = raw[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const listed = new Set(text('specialties').split(','))
  const keys = specialtyKeys.filter((key) => listed.has(key) || text(specialtyField(key)) !== '')
  const isKnown = (key: string) => key === '' || specialtyKeys.some((known) => known === key)
  const unknown = [...listed].every(isKnown) ? [] : [unknownSpecialty]
  const near = /^[a-z0-9-]{1,60}$/.test(text('near')) && text('near') !== ownPlace ? text('near') : undefined
  const at = near === undefined && (readPoint(text('at')) || text('at') === requestedPoint) ? text('at') : undefined
  const km = wholeNumber({ text: text('km'), min: distanceSlider.min, max: distanceSlider.max })
  const rating = wholeNumber({ text: text('rating'), min: 1, max: 5 })
  return {
    // Values that only the form needs are removed from the URL.
    ...Object.fromEntries([...specialtyKeys.map(specialtyField), 'date'].map((field) => [field, undefined])),
    q: boundedText(raw.q, { max: maxNeedLength }),
    near,
    at,
    km: km === undefined || km === distanceSlider.defaultKm ? undefined : String(km),
    specialties: [...keys, ...unknown].join(',') || undefined,
    when: readDay({ when: text('when'), date: text('date') }),
    part: dayParts.find((part) => part === text('part')),
    rating: rating === undefined ? undefined : String(rating),
    ...Object.fromEntries(careParams.map((name) => [name, boundedText(raw[name], { max: 30 })])),
    verified: text('verified') === '1' ? '1' : undefined,
    sort: centerSorts.find((sort) => sort === text('sort')),
    area: readMapArea(text('area')) ? text('area') : undefined,
    map: text('map') === '1' ? '1' : undefined,
    page: pageOf(raw.page, { last: 500 }),
  }
}

/** Without "today", which is the default. An unknown day, a past date and one that is too far ahead are ignored. */
function readDay({ when, date }: { when: string; date: string }): string | undefined {
  if (when === 'any' || when === 'tomorrow' || when === 'weekend') return when
  const day = when === 'date' ? isoDate(date) : when
  if (!isDay(day)) return undefined
  const { min, max } = dateRange(localToday())
  return day > min && day <= max ? day : undefined
}

/** As the field without JavaScript sends it: 25/11/2026. */
function isoDate(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

function wholeNumber({ text, min, max }: { text: string; min: number; max: number }): number | undefined {
  if (!/^\d{1,3}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

/** "latitude,longitude" within their ranges; undefined for any other text. */
export function readPoint(text: string): { latitude: number; longitude: number } | undefined {
  const match = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text)
  if (!match) return undefined
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
