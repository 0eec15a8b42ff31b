import type { CenterSearch, NearMiss } from '#contract/center-search.ts'
import { wordsOf } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isName } from '../repository/center-conditions.ts'
import { areKnownWords, findCenters, maxListed } from '../repository/find-centers.ts'
import { listNames, listWordsOfPeople, mapKnownWords } from '../repository/find-names.ts'
import { mapSimilarWords } from '../repository/vocabulary.ts'
import { asTyped, nameReadings, rankNames } from '../rules/exact-names.ts'
import { isAfterPreposition } from '../rules/named-places.ts'
import { areApart, tiersOf } from '../rules/tiers.ts'
import { needOfAll } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, FreeNeed, Tier } from '../search.types.ts'
import { findInTiers } from './find-in-tiers.ts'

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
  /** Whether the tiers ask for an age, and no match says that it attends it. */
  isAgeUnsaid: boolean
  /** Whether the centres that treat just this come first, wherever they are. */
  isTiered: boolean
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
 * Finds the matches of the words, those that treat just this need first; or else of the meaning of the whole text, or else of
 * similar names. For a text that names a centre, it only finds the matches of the words.
 */
async function findOthers(tx: Tx, params: FallbackSearch & { isNamed: boolean; names: Names }): Promise<Found> {
  const { search, order, isNamed } = params
  // An order that the visitor chose stays as chosen, and on a map none is seen.
  const hasTiers = search.sort === undefined && order !== 'any'
  for (const next of listAttempts(tx, params)) {
    const attempt = await next()
    if (!attempt) continue
    const found = await findAttempt(tx, { ...params, attempt, tiers: hasTiers ? attempt.tiers : [] })
    if (found.totalAnyDay === 0) continue
    return { ...found, nearMiss: isNamed ? null : ((await attempt.nearMiss?.()) ?? null) }
  }
  return noMatches
}

type Attempt = {
  filter: CenterFilter
  tiers: readonly Tier[]
  /** Centres that meet any of the needs follow those that meet all of them. */
  orAny?: CenterFilter | undefined
  nearMiss?: () => NearMiss | null | Promise<NearMiss | null>
}
type Tried = FallbackSearch & { attempt: Attempt; tiers: readonly Tier[] }

async function findAttempt(tx: Tx, { attempt, tiers, ...params }: Tried): Promise<Omit<Found, 'nearMiss'>> {
  const { filter, orAny } = attempt
  const { free, order, slice, countTo } = params
  const first = orAny
    ? await findCenters(tx, {
        filter: { ...filter, free },
        order,
        page: { offset: 0, limit: mostNamed },
        countTo: mostNamed,
      })
    : { total: 0, centerIds: [] }
  // With so many centres for all of the needs, the others aren't needed.
  const hasMany = first.total >= mostNamed
  const listed = orAny && !hasMany ? { ...orAny, without: [...orAny.without, ...first.centerIds] } : filter
  const before = hasMany ? [] : first.centerIds
  const shown = before.slice(slice.offset, slice.offset + slice.limit)
  const rest = await findInTiers(tx, {
    filter: listed,
    tiers,
    free,
    order,
    slice: { offset: Math.max(0, slice.offset - before.length), limit: slice.limit - shown.length },
    countTo,
  })
  const found = {
    total: Math.min(before.length + rest.total, rest.countedTo),
    countedTo: rest.countedTo,
    centerIds: [...shown, ...rest.centerIds],
    isAgeUnsaid: rest.isAgeUnsaid,
    isTiered: tiers.length > 0 && order !== 'distance',
  }
  const isCounted = !free || found.total >= found.countedTo
  return { ...found, totalAnyDay: isCounted ? found.total : await countAnyDay(tx, { filter: orAny ?? filter, order }) }
}

function listAttempts(
  tx: Tx,
  { search: { q = '', ages }, filter, order, isNamed, names }: FallbackSearch & { isNamed: boolean; names: Names },
): (() => Promise<Attempt | undefined>)[] {
  const { words } = filter
  const meaning = needOfAll(words)
  const near = { isByDistance: order === 'distance', place: filter.area?.named }
  const typedWords = wordsOf(q)
  // In a sentence, a single word of a name is an everyday one: «no mueve el brazo».
  const isLong = typedWords.length > longText
  const hasNeed = meaning !== undefined
  const unknown = words.filter(isName)
  const typedNames = words.filter(isName).map(({ text }) => text)
  const withMeaning = {
    ...filter,
    words: [],
    specialties: meaning ? [...filter.specialties, meaning] : filter.specialties,
  }
  const byWords = async (): Promise<Attempt> => {
    if (!hasNeed || isNamed)
      return {
        filter,
        tiers: isNamed ? [] : tiersOf([], { ages, ...near }),
        nearMiss: () => missedName(tx, { q, names }),
      }
    const known = await mapKnownWords(tx, { words: unknown.map(({ text }) => text) })
    const [kept, said] = [
      words.filter((word) => !unknown.includes(word) || (known.get(word.text)?.isName && !isLong)),
      unknown.filter(({ text }) => known.get(text)?.isSaid && (isLong || !known.get(text)?.isName)),
    ]
    const absent = unknown.filter((word) => !kept.includes(word) && !said.includes(word)).map(({ text }) => text)
    const isEither = (areApart(kept) || typedWords.includes('o')) && !kept.some(isName)
    return {
      filter: { ...filter, words: kept },
      tiers: tiersOf(kept, { says: said.map(({ text }) => [text]), ages, ...near }),
      orAny: isEither ? withMeaning : undefined,
      nearMiss: () => (isLong ? null : (missedWords(q, absent) ?? missedName(tx, { q, names }))),
    }
  }
  const bySimilarNames = async (): Promise<Attempt | undefined> => {
    // If a centre elsewhere has the words, they are spelled correctly.
    if (words.length === 0 || isLong || (await areKnownWords(tx, filter))) return undefined
    const similar = await mapSimilarWords(tx, {
      texts: unknown.map(({ text }) => text).filter((text) => unknown.length > 1 || text.length > shortAlone),
      likeness: nameLikeness,
    })
    const alike = words.map((word) => ({ ...word, similar: similar.get(word.text) ?? [] }))
    const nearMiss = () => ({ kind: 'all' as const, text: q })
    return { filter: { ...filter, words: alike, likeness: nameLikeness }, tiers: [], nearMiss }
  }
  const byKnownNames = async (): Promise<Attempt | undefined> => {
    const known = await mapKnownWords(tx, { words: unknown.map(({ text }) => text) })
    const kept = words.filter((word) => !unknown.includes(word) || known.get(word.text)?.isName)
    if (kept.length * 2 < words.length || kept.length === words.length) return undefined
    const absent = unknown.filter((word) => !kept.includes(word)).map(({ text }) => text)
    return { filter: { ...filter, words: kept }, tiers: [], nearMiss: () => missedWords(q, absent) }
  }
  return [
    byWords,
    ...(isNamed
      ? []
      : [
          ...(meaning
            ? [
                async (): Promise<Attempt> => ({
                  filter: withMeaning,
                  tiers: tiersOf(words, { ages, ...near }),
                  nearMiss: () => missedPerson(tx, { q, words: typedNames }),
                }),
              ]
            : []),
          bySimilarNames,
          ...(hasNeed ? [] : [byKnownNames]),
        ]),
  ]
}

/** A single word of so few letters is like too many: «fuego» is no juego. */
const shortAlone = 5

/** A text with more words is a sentence. */
const longText = 8

/** Of a long text, so many words are named that no centre has; the others are hardly what the visitor looks for. */
const mostMissed = 3

/** Words that no centre has. After a preposition, they are of a place that Senda doesn't know. */
function missedWords(q: string, absent: readonly string[]): NearMiss | null {
  if (absent.length === 0 || absent.length > mostMissed) return null
  const isPlace = absent.every((word) => isAfterPreposition(q, word))
  return { kind: isPlace ? 'place' : 'part', text: asTyped(q, absent) }
}

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
  isAgeUnsaid: false,
  isTiered: false,
  nearMiss: null,
}
