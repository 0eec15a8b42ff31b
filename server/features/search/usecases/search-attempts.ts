import type { CenterSearch, NearMiss } from '#contract/center-search.ts'
import { wordsOf } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isName } from '../repository/center-conditions.ts'
import { areKnownWords } from '../repository/find-centers.ts'
import { listWordsOfPeople, mapKnownWords } from '../repository/find-names.ts'
import { mapSimilarWords } from '../repository/vocabulary.ts'
import { asTyped } from '../rules/exact-names.ts'
import { wordsToSay } from '../rules/missing-words.ts'
import { isAfterPreposition } from '../rules/named-places.ts'
import { areApart, tiersOf } from '../rules/tiers.ts'
import { needOfAll } from '../rules/words.ts'
import type { CenterFilter, CenterOrder, Tier } from '../search.types.ts'

/** The required similarity of a name. It tolerates one extra, missing or swapped letter. */
const nameLikeness = 0.45

export type Names = { readings: string[][]; ranks: ReadonlyMap<string, number> }

type TypedSearch = {
  search: CenterSearch
  filter: CenterFilter
  order: CenterOrder
  names: Names
  isNamed: boolean
}

export type Attempt = {
  filter: CenterFilter
  tiers: readonly Tier[]
  /** Centres that meet any of the needs follow those that meet all of them. */
  orAny?: CenterFilter | undefined
  nearMiss?: () => NearMiss | null | Promise<NearMiss | null>
}

/** What the attempts know of a search. */
export type Reading = {
  filter: CenterFilter
  q: string
  ages: CenterSearch['ages']
  names: Names
  isNamed: boolean
  /** In a sentence, a single word of a name is an everyday one: «no mueve el brazo». */
  isLong: boolean
  typedWords: string[]
  unknown: CenterFilter['words']
  withMeaning: CenterFilter | undefined
  near: { isByDistance: boolean; place: NonNullable<CenterFilter['area']>['named'] | undefined }
}

type Attempting = (tx: Tx, reading: Reading) => Attempt | undefined | Promise<Attempt | undefined>

/** In this order: the first attempt that finds a centre is what the search shows. */
export const attempts: readonly { isFor: (reading: Reading) => boolean; make: Attempting }[] = [
  { isFor: ({ isNamed }) => isNamed, make: (_tx, { filter }) => ({ filter, tiers: [] }) },
  { isFor: ({ isNamed, withMeaning }) => !isNamed && !withMeaning, make: byAllWords },
  { isFor: ({ isNamed, withMeaning }) => !isNamed && withMeaning !== undefined, make: byWordsOfNeed },
  { isFor: ({ isNamed, withMeaning }) => !isNamed && withMeaning !== undefined, make: byMeaning },
  { isFor: ({ isNamed, isLong, unknown }) => !isNamed && !isLong && unknown.length > 0, make: bySimilarNames },
  { isFor: ({ isNamed, withMeaning }) => !isNamed && !withMeaning, make: byKnownNames },
]

export function readTyped({ search, filter, order, isNamed, names }: TypedSearch): Reading {
  const { q = '', ages } = search
  const meaning = needOfAll(filter.words)
  const typedWords = wordsOf(q)
  return {
    ...{ q, ages, filter, names, isNamed, typedWords },
    isLong: typedWords.length > longText,
    unknown: filter.words.filter(isName),
    withMeaning: meaning && { ...filter, words: [], specialties: [...filter.specialties, meaning] },
    near: { isByDistance: order === 'distance', place: filter.area?.named },
  }
}

function byAllWords(tx: Tx, { q, ages, filter, names, near }: Reading): Attempt {
  return { filter, tiers: tiersOf([], { ages, ...near }), nearMiss: () => missedName(tx, { q, names }) }
}

async function byWordsOfNeed(tx: Tx, reading: Reading): Promise<Attempt> {
  const { q, ages, filter, names, near, isLong, unknown, typedWords, withMeaning } = reading
  const known = await mapKnownWords(tx, { words: unknown.map(({ text }) => text) })
  const kept = filter.words.filter((word) => !unknown.includes(word) || (known.get(word.text)?.isName && !isLong))
  const said = unknown.filter(({ text }) => known.get(text)?.isSaid && (isLong || !known.get(text)?.isName))
  const absent = unknown.filter((word) => !kept.includes(word) && !said.includes(word)).map(({ text }) => text)
  const isEither = (areApart(kept) || typedWords.includes('o')) && !kept.some(isName)
  return {
    filter: { ...filter, words: kept },
    tiers: tiersOf(kept, { says: said.map(({ text }) => [text]), ages, ...near }),
    orAny: isEither ? withMeaning : undefined,
    nearMiss: () => (isLong ? null : (missedWords(q, absent) ?? missedName(tx, { q, names }))),
  }
}

function byMeaning(tx: Tx, { q, ages, filter, near, unknown, withMeaning }: Reading): Attempt | undefined {
  return (
    withMeaning && {
      filter: withMeaning,
      tiers: tiersOf(filter.words, { ages, ...near }),
      nearMiss: () => missedPerson(tx, { q, words: unknown.map(({ text }) => text) }),
    }
  )
}

async function bySimilarNames(tx: Tx, { q, filter, unknown }: Reading): Promise<Attempt | undefined> {
  // If a centre elsewhere has the words, they are spelled correctly.
  if (await areKnownWords(tx, filter)) return undefined
  const similar = await mapSimilarWords(tx, {
    texts: unknown.map(({ text }) => text).filter((text) => unknown.length > 1 || text.length > shortAlone),
    likeness: nameLikeness,
  })
  const alike = filter.words.map((word) => ({ ...word, similar: similar.get(word.text) ?? [] }))
  const nearMiss = () => ({ kind: 'all' as const, text: q })
  return { filter: { ...filter, words: alike, likeness: nameLikeness }, tiers: [], nearMiss }
}

async function byKnownNames(tx: Tx, { q, filter, unknown }: Reading): Promise<Attempt | undefined> {
  const { words } = filter
  const known = await mapKnownWords(tx, { words: unknown.map(({ text }) => text) })
  const kept = words.filter((word) => !unknown.includes(word) || known.get(word.text)?.isName)
  if (kept.length * 2 < words.length || kept.length === words.length) return undefined
  const absent = unknown.filter((word) => !kept.includes(word)).map(({ text }) => text)
  return { filter: { ...filter, words: kept }, tiers: [], nearMiss: () => missedWords(q, absent) }
}

/** A single word of so few letters is like too many: «fuego» is no juego. */
const shortAlone = 5

/** A text with more words is a sentence. */
const longText = 8

/** Of a long text, so many words are named that no centre has; the others are hardly what the visitor looks for. */
const mostMissed = 3

/** Words that no centre has and that may be names. After a preposition, they are of a place that Senda doesn't know. */
function missedWords(q: string, absent: readonly string[]): NearMiss | null {
  const missed = wordsToSay(q, absent)
  if (missed.length === 0 || missed.length > mostMissed) return null
  const isPlace = missed.every((word) => isAfterPreposition(q, word))
  return { kind: isPlace ? 'place' : 'part', text: asTyped(q, missed) }
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
