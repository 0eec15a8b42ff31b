import { boundedText, hrefOf, oneOf, pageOf } from '#web/platform/search-params.ts'

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
  return {
    q: boundedText(raw.q, { max: 100 }),
    near: oneOf(locationSlugs, raw.near),
    page: pageOf(raw.page, { last: 999 }),
    need: boundedText(raw.need, { max: 100 }),
  }
}

export const isFiltered = ({ q, near }: ServiceSearch): boolean => q !== undefined || near !== undefined

export const serviceHref = (slug: string, search: ServiceSearch): string => hrefOf(`/services/${slug}`, search)
