import { maxNeedLength } from '#contract/search.ts'
import { boundedText, searchParser } from '#web/platform/search-params.ts'

const text = (raw: unknown) => boundedText(raw, { max: 100 })

/**
 * The search parameters of /search-centers; `near` is a place or "latitude,longitude". Every value is text, as a form without JavaScript sends it. The parser only bounds
 * the texts, because every page loads this code. readFinderSearch() leaves out the invalid ones.
 */
export const parseFinderSearch = searchParser({
  q: (raw: unknown) => boundedText(raw, { max: maxNeedLength }),
  specialty: text,
  near: text,
  km: text,
  rating: text,
  availability: text,
  modality: text,
  maxPrice: text,
  ages: text,
  gender: text,
  cover: text,
  language: text,
  page: text,
})
export type FinderSearch = ReturnType<typeof parseFinderSearch>
