import type { CenterSearch, NearMiss } from '#contract/center-search.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isName } from '../repository/center-conditions.ts'
import { areKnownWords, findCenters, maxListed } from '../repository/find-centers.ts'
import { listNames, listWordsOfPeople } from '../repository/find-names.ts'
import { listKnownTexts } from '../repository/vocabulary.ts'
import { asTyped, nameReadings, rankNames } from '../rules/exact-names.ts'
import { needOf, recognizeNeed } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, FreeNeed } from '../search.types.ts'

/** The required similarity of a name. It tolerates one extra, missing or swapped letter. */
const nameLikeness = 0.45
/** So many centres of one name come first. */
const mostNamed = 100

type FallbackSearch = {
  search: CenterSearch
  filter: CenterFilter
  free: FreeNeed | undefined
  order: CenterOrder
  slice: { offset: number; limit: number }
  countTo: number
}

type Found = Awaited<ReturnType<typeof findCenters>> & {
  /** Includes centres without a free time. */
  totalAnyDay: number
  isChildLeftOut: boolean
  /** What was typed and not found, where the matches only resemble it or have the rest of it. */
  nearMiss: NearMiss | null
}

/**
 * The centres that the text names, and after them the matches of the words. `named`: those of the first ones that meet the
 * filter; `areNamedBusy`: whether some do, and none of them has a free time.
 */
export async function findWithFallbacks(tx: Tx, params: FallbackSearch) {
  const { search, filter, slice } = params
  // A text without a letter or digit matches no centre, rather than all.
  if (search.q && filter.words.length === 0) return { ...noMatches, named: [], areNamedBusy: false }
  const names = await readNames(tx, { q: search.q ?? '', filter })
  const { ids: named, areBusy } = search.sort === undefined ? await findNamed(tx, { ...params, ...names }) : noneNamed
  const shown = named.slice(slice.offset, slice.offset + slice.limit)
  const rest = await findOthers(tx, {
    ...params,
    isNamed: named.length > 0 || areBusy,
    names,
    filter: { ...filter, without: named },
    slice: { offset: Math.max(0, slice.offset - named.length), limit: slice.limit - shown.length },
  })
  return {
    ...rest,
    total: Math.min(named.length + rest.total, rest.countedTo),
    totalAnyDay: Math.min(named.length + rest.totalAnyDay, rest.countedTo),
    centerIds: [...shown, ...rest.centerIds],
    named,
    areNamedBusy: areBusy,
  }
}

type Names = { readings: string[][]; ranks: ReadonlyMap<string, number> }

async function readNames(tx: Tx, { q, filter }: { q: string; filter: CenterFilter }): Promise<Names> {
  const readings = filter.words.some(isName) ? nameReadings(q) : []
  const words = readings.at(-1)
  return { readings, ranks: words ? rankNames(await listNames(tx, { words }), readings) : new Map() }
}

const noneNamed = { ids: [], areBusy: false }

/** The named centres that meet the rest of the filter, in the order of their ranks. */
async function findNamed(
  tx: Tx,
  { filter, search, free, order, ranks }: FallbackSearch & Names,
): Promise<{ ids: string[]; areBusy: boolean }> {
  if (ranks.size === 0) return noneNamed
  const only = [...ranks].toSorted(([, one], [, other]) => one - other).map(([id]) => id)
  const { area } = filter
  const named = {
    ...filter,
    words: [],
    only: only.slice(0, mostNamed),
    // Only a radius that the visitor chose leaves out a centre that was asked for by name.
    area: area && search.radiusKm === undefined ? { ...area, radiusMeters: undefined } : area,
  }
  const find = (withFree: FreeNeed | undefined) =>
    findCenters(tx, {
      filter: { ...named, free: withFree },
      order,
      page: { offset: 0, limit: mostNamed },
      countTo: mostNamed,
    })
  const { centerIds } = await find(free)
  const ids = centerIds.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  return { ids, areBusy: ids.length === 0 && free !== undefined && (await find(undefined)).total > 0 }
}

/**
 * Finds the matches of the words, or else of the words that some centre has, or else of the meaning of the whole text, or else
 * of similar names. For a text that names a centre, it only finds the matches of the words.
 */
async function findOthers(
  tx: Tx,
  {
    search: { q = '' },
    filter,
    free,
    order,
    slice,
    countTo,
    isNamed,
    names,
  }: FallbackSearch & { isNamed: boolean; names: Names },
): Promise<Found> {
  const meant = q && (filter.words.length > 1 || filter.words.some(isName)) ? needOf(recognizeNeed(q)) : undefined
  const child = filter.words.filter(({ text }) => text === 'infantil')
  const typedNames = filter.words.filter(isName).map(({ text }) => text)
  const withMeaning = { ...filter, words: [], specialties: meant ? [...filter.specialties, meant] : filter.specialties }
  const attempts: Attempt[] = [
    { filter, nearMiss: () => missedName(tx, { q, names }) },
    ...(meant && child.length > 0 ? [{ filter: { ...withMeaning, words: child } }] : []),
    async () => withoutUnknownWords(tx, { filter, q }),
    ...(meant ? [{ filter: withMeaning, nearMiss: () => missedPerson(tx, { q, words: typedNames }) }] : []),
    ...(filter.words.length > 0
      ? [{ filter: { ...filter, likeness: nameLikeness }, nearMiss: () => ({ kind: 'all' as const, text: q }) }]
      : []),
  ]
  for (const next of isNamed ? attempts.slice(0, 1) : attempts) {
    const attempt = typeof next === 'function' ? await next() : next
    if (!attempt) continue
    // If a centre elsewhere has the words, they are spelled correctly, and a search for similar words is expensive.
    if (attempt.filter.likeness !== undefined && (await areKnownWords(tx, filter))) continue
    const isChildLeftOut = child.some((word) => !attempt.filter.words.includes(word))
    const found = await findCenters(tx, { filter: { ...attempt.filter, free }, order, page: slice, countTo })
    const isCounted = !free || found.total >= found.countedTo
    const totalAnyDay = isCounted ? found.total : await countAnyDay(tx, { filter: attempt.filter, order })
    if (totalAnyDay === 0) continue
    return { ...found, totalAnyDay, isChildLeftOut, nearMiss: isNamed ? null : ((await attempt.nearMiss?.()) ?? null) }
  }
  return noMatches
}

type Attempt = FilterAttempt | (() => Promise<FilterAttempt | undefined>)
type FilterAttempt = { filter: CenterFilter; nearMiss?: () => NearMiss | null | Promise<NearMiss | null> }

async function countAnyDay(tx: Tx, { filter, order }: Pick<FallbackSearch, 'filter' | 'order'>): Promise<number> {
  return (await findCenters(tx, { filter, order, page: { offset: 0, limit: 0 }, countTo: maxListed })).total
}

/** At least two words of people's names that no professional and no centre has together: the centres have them of several people. */
async function missedName(tx: Tx, { q, names }: { q: string; names: Names }): Promise<NearMiss | null> {
  const words = names.readings.at(-1) ?? []
  if (words.length < 2 || names.ranks.size > 0) return null
  const known = await listWordsOfPeople(tx, { words })
  return words.every((word) => known.has(word)) ? { kind: 'all', text: asTyped(q, words) } : null
}

/** The words of people's names that the meaning of the text doesn't have: `Juana` of «psicóloga Juana». */
async function missedPerson(tx: Tx, { q, words }: { q: string; words: string[] }): Promise<NearMiss | null> {
  const known = await listWordsOfPeople(tx, { words })
  const left = words.filter((word) => known.has(word))
  return left.length > 0 ? { kind: 'part', text: asTyped(q, left) } : null
}

const noMatches: Found = {
  total: 0,
  countedTo: maxListed,
  totalAnyDay: 0,
  centerIds: [],
  isChildLeftOut: false,
  nearMiss: null,
}

/**
 * Leaves out the words that no centre has. Undefined when there are none, or when no word with a known meaning would be left,
 * because an unknown word may be a misspelt name.
 */
async function withoutUnknownWords(
  tx: Tx,
  { filter, q }: { filter: CenterFilter; q: string },
): Promise<FilterAttempt | undefined> {
  const names = filter.words.filter(isName).map(({ text }) => text)
  const known = new Set(await listKnownTexts(tx, { texts: names, how: 'containing' }))
  const unknown = names.filter((name) => !known.has(name))
  const words = filter.words.filter(({ text }) => !unknown.includes(text))
  const isTelling = words.some((word) => !isName(word) || word.text === 'infantil')
  if (!isTelling || unknown.length === 0) return undefined
  return { filter: { ...filter, words }, nearMiss: () => ({ kind: 'part', text: asTyped(q, unknown) }) }
}
