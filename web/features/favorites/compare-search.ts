import { maxCompared } from '#contract/favorite-limits.ts'
import { boundedText, idOf, searchParser, textOf } from '#web/platform/search-params.ts'

/** The address of a comparison: the centres separated by commas, and the need and the place of the search before it. */
export const parseCompareSearch = searchParser({
  centers: (raw) => idsOf(raw).join(',') || undefined,
  q: (raw) => boundedText(raw, { max: 100 }),
  near: (raw) => matching(raw, /^[a-z0-9-]{1,60}$/),
  /** "latitude,longitude" of the visitor. `near` outranks it. */
  at: (raw) => matching(raw, /^-?\d{1,2}(?:\.\d{1,6})?,-?\d{1,3}(?:\.\d{1,6})?$/),
})
export type CompareSearch = ReturnType<typeof parseCompareSearch>

/** At most three different ids; anything else is left out. */
export function idsOf(raw: unknown): string[] {
  const ids = (textOf(raw) ?? '').split(',', 20).flatMap((text) => idOf(text)?.toLowerCase() ?? [])
  return [...new Set(ids)].slice(0, maxCompared)
}

function matching(raw: unknown, pattern: RegExp): string | undefined {
  const text = textOf(raw)
  return text !== undefined && pattern.test(text) ? text : undefined
}
