import type { CenterSearch } from '#contract/center-search.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isName } from '../repository/center-conditions.ts'
import { areKnownWords, findCenters, maxListed } from '../repository/find-centers.ts'
import { listKnownTexts } from '../repository/vocabulary.ts'
import { needOf, recognizeNeed } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, FreeNeed } from '../search.types.ts'

/** The required similarity of a name. It tolerates one extra, missing or swapped letter. */
const nameLikeness = 0.45

type FallbackSearch = {
  search: CenterSearch
  filter: CenterFilter
  free: FreeNeed | undefined
  order: CenterOrder
  slice: { offset: number; limit: number }
  countTo: number
}

/**
 * Finds the matches of the words, or else of the words that some centre has, or else of the meaning of the whole text, or else
 * of similar names. `totalAnyDay` includes centres without a free time.
 */
export async function findWithFallbacks(
  tx: Tx,
  { search: { q }, filter, free, order, slice, countTo }: FallbackSearch,
) {
  // A text without a letter or digit matches no centre, rather than all.
  if (q && filter.words.length === 0) return noMatches
  const meant = q && (filter.words.length > 1 || filter.words.some(isName)) ? needOf(recognizeNeed(q)) : undefined
  const child = filter.words.filter(({ text }) => text === 'infantil')
  const attempts: (CenterFilter | (() => Promise<CenterFilter | undefined>))[] = [
    filter,
    ...(meant && child.length > 0 ? [{ ...filter, words: child, specialties: [...filter.specialties, meant] }] : []),
    () => withoutUnknownWords(tx, filter),
    ...(meant ? [{ ...filter, words: [], specialties: [...filter.specialties, meant] }] : []),
    ...(filter.words.length > 0 ? [{ ...filter, likeness: nameLikeness }] : []),
  ]
  for (const next of attempts) {
    const attempt = typeof next === 'function' ? await next() : next
    if (!attempt) continue
    // If a centre elsewhere has the words, they are spelled correctly, and a search for similar words is expensive.
    if (attempt.likeness !== undefined && (await areKnownWords(tx, filter))) continue
    const isChildLeftOut = child.some((word) => !attempt.words.includes(word))
    const found = await findCenters(tx, { filter: { ...attempt, free }, order, page: slice, countTo })
    if (!free || found.total >= found.countedTo) {
      if (found.total > 0) return { ...found, totalAnyDay: found.total, isChildLeftOut }
      continue
    }
    const anyDay = await findCenters(tx, {
      filter: attempt,
      order,
      page: { offset: 0, limit: 0 },
      countTo: maxListed,
    })
    if (anyDay.total > 0) return { ...found, totalAnyDay: anyDay.total, isChildLeftOut }
  }
  return noMatches
}

const noMatches = { total: 0, countedTo: maxListed, totalAnyDay: 0, centerIds: [], isChildLeftOut: false }

/**
 * Leaves out the words that no centre has. Undefined when there are none, or when no word with a known meaning would be left,
 * because an unknown word may be a misspelt name.
 */
async function withoutUnknownWords(tx: Tx, filter: CenterFilter): Promise<CenterFilter | undefined> {
  const names = filter.words.filter(isName).map(({ text }) => text)
  const known = new Set(await listKnownTexts(tx, { texts: names, how: 'containing' }))
  const words = filter.words.filter((word) => !isName(word) || known.has(word.text))
  const isTelling = words.some((word) => !isName(word) || word.text === 'infantil')
  return isTelling && words.length < filter.words.length ? { ...filter, words } : undefined
}
