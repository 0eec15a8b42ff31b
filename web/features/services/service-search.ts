import { textOf } from '#web/platform/search-params.ts'

/** The address of a service's page. Every value is text, as a form without JavaScript sends it. */
export type ServiceSearch = {
  q?: string | undefined
  near?: string | undefined
  page?: string | undefined
  /** What the visitor needs, in their own words: the recommendations match it. */
  need?: string | undefined
}

/** The neighbourhoods of Montevideo that the filter offers, by their slugs in the gazetteer. */
export const serviceLocations = [
  { value: 'centro', label: 'Centro' },
  { value: 'pocitos', label: 'Pocitos' },
  { value: 'ciudad-vieja', label: 'Ciudad Vieja' },
  { value: 'cordon', label: 'Cordón' },
  { value: 'punta-carretas', label: 'Punta Carretas' },
  { value: 'malvin', label: 'Malvín' },
] as const

/** How far from the middle of a neighbourhood a centre may be, to count as being there. */
export const locationRadiusKm = 2

/** Invalid values are left out; it never throws. Each parameter is named, because pages with others are not cached. */
export function parseServiceSearch(raw: Record<string, unknown>): ServiceSearch {
  const typed = typeof raw.page === 'number' ? String(raw.page) : (textOf(raw.page) ?? '')
  const page = /^\d{1,3}$/.test(typed) ? Number(typed) : 1
  return {
    q: textOf(raw.q)?.trim().slice(0, 100) || undefined,
    near: serviceLocations.find(({ value }) => value === raw.near)?.value,
    page: page > 1 ? String(page) : undefined,
    need: textOf(raw.need)?.trim().slice(0, 100) || undefined,
  }
}

export const isFiltered = ({ q, near }: ServiceSearch): boolean => q !== undefined || near !== undefined

export const locationLabel = (near: string | undefined): string | undefined =>
  serviceLocations.find(({ value }) => value === near)?.label

export function serviceHref(slug: string, search: ServiceSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? `/services/${slug}` : `/services/${slug}?${new URLSearchParams(entries)}`
}
