import { oneOf, textOf } from '#web/platform/search-params.ts'

/** The address of a service's page. Every value is text, as a form without JavaScript sends it. */
export type ServiceSearch = {
  q?: string | undefined
  near?: string | undefined
  page?: string | undefined
  /** What the visitor needs, in their own words: the recommendations match it. */
  need?: string | undefined
}

/** The neighbourhoods of Montevideo that the filter offers, by their slugs in the gazetteer. */
export const locationSlugs = ['centro', 'pocitos', 'ciudad-vieja', 'cordon', 'punta-carretas', 'malvin'] as const

/** Invalid values are left out; it never throws. Each parameter is named, because pages with others are not cached. */
export function parseServiceSearch(raw: Record<string, unknown>): ServiceSearch {
  const typed = typeof raw.page === 'number' ? String(raw.page) : (textOf(raw.page) ?? '')
  const page = /^\d{1,3}$/.test(typed) ? Number(typed) : 1
  return {
    q: textOf(raw.q)?.trim().slice(0, 100) || undefined,
    near: oneOf(locationSlugs, raw.near),
    page: page > 1 ? String(page) : undefined,
    need: textOf(raw.need)?.trim().slice(0, 100) || undefined,
  }
}

export const isFiltered = ({ q, near }: ServiceSearch): boolean => q !== undefined || near !== undefined

export function serviceHref(slug: string, search: ServiceSearch): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? `/services/${slug}` : `/services/${slug}?${new URLSearchParams(entries)}`
}
