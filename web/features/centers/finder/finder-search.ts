import { boundedText } from '#web/platform/search-params.ts'

/** The search parameters of /search-centers. Every value is text, as a form without JavaScript sends it. */
export type FinderSearch = {
  q?: string | undefined
  specialty?: string | undefined
  near?: string | undefined
  km?: string | undefined
  rating?: string | undefined
  availability?: string | undefined
  page?: string | undefined
}

/** It only bounds the texts, because every page loads this code. readFinderSearch() leaves out the invalid ones. */
export function parseFinderSearch(raw: Record<string, unknown>): FinderSearch {
  const text = (name: string) => boundedText(raw[name], { max: 100 })
  return {
    q: text('q'),
    specialty: text('specialty'),
    near: text('near'),
    km: text('km'),
    rating: text('rating'),
    availability: text('availability'),
    page: text('page'),
  }
}
