import { boundedText, hrefOf, pageOf, searchParser } from '#web/platform/search-params.ts'

/** The neighbourhoods of Montevideo that the filter offers, by their slugs in the gazetteer. */
export const locationSlugs = ['centro', 'pocitos', 'ciudad-vieja', 'cordon', 'punta-carretas', 'malvin'] as const

/**
 * The address of a service's page. Every value is text, as a form without JavaScript sends it. Each parameter is named, because
 * pages with others are not cached.
 */
export const parseServiceSearch = searchParser({
  q: (raw) => boundedText(raw, { max: 100 }),
  near: locationSlugs,
  page: (raw) => pageOf(raw, { last: 999 }),
  /** What the visitor needs, in their own words: the recommendations match it. */
  need: (raw) => boundedText(raw, { max: 100 }),
})
export type ServiceSearch = ReturnType<typeof parseServiceSearch>

export const isFiltered = ({ q, near }: ServiceSearch): boolean => q !== undefined || near !== undefined

export const serviceHref = (slug: string, search: ServiceSearch): string => hrefOf(`/services/${slug}`, search)
