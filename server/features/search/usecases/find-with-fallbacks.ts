import type { CenterSearch } from '#contract/center-search.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { areKnownWords, findCenters, mostListed } from '../repository/find-centers.ts'
import { needOf, recognizeNeed } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, FreeNeed } from '../search.types.ts'

/** The required similarity of a name: one extra, missing or swapped letter is tolerated. */
const nameLikeness = 0.45

type FallbackSearch = {
  search: CenterSearch
  filter: CenterFilter
  free: FreeNeed | undefined
  order: CenterOrder
  slice: { offset: number; limit: number }
  countTo: number
}

/** The matches of the words; without any, those of the meaning of the whole text; then those of similar names.
 * `totalAnyDay` also counts centres without a free time. */
export async function findWithFallbacks(
  tx: Tx,
  { search: { q }, filter, free, order, slice, countTo }: FallbackSearch,
) {
  // A text without a letter or digit finds no centre, and not all centres.
  if (q && filter.words.length === 0) return noMatches
  const meant = q && filter.words.length > 1 ? needOf(recognizeNeed(q)) : undefined
  const child = filter.words.filter(({ text }) => text === 'infantil')
  const attempts = [
    filter,
    ...(meant && child.length > 0 ? [{ ...filter, words: child, specialties: [...filter.specialties, meant] }] : []),
    ...(meant ? [{ ...filter, words: [], specialties: [...filter.specialties, meant] }] : []),
    ...(filter.words.length > 0 ? [{ ...filter, likeness: nameLikeness }] : []),
  ]
  for (const attempt of attempts) {
    // A name that exists elsewhere is spelled correctly, and looking for similar ones is expensive.
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
      countTo: mostListed,
    })
    if (anyDay.total > 0) return { ...found, totalAnyDay: anyDay.total, isChildLeftOut }
  }
  return noMatches
}

const noMatches = { total: 0, countedTo: mostListed, totalAnyDay: 0, centerIds: [], isChildLeftOut: false }
