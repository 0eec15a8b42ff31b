import { zone } from '#contract/calendar.ts'
import type { CenterSearch, Understood } from '#contract/center-search.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { wordsOf } from '#contract/folded-text.ts'
import type { Place as Modality } from '#contract/places.ts'
import type { Place } from '#server/features/centers/centers.types.ts'
import { mapPlaces } from '#server/features/centers/usecases/read-profile.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findNames } from '../repository/find-names.ts'
import { findIntents, type Intent, type IntentKind, readIntents } from '../rules/intents.ts'
import { nameByWords, type PlaceNames } from '../rules/named-places.ts'

/** What a person in a crisis is shown, beside the emergency numbers. */
const mentalHealth = ['psicologia', 'psicoterapia', 'psiquiatria'] as const

export type UnderstoodSearch = {
  /** The search with what its text says as parameters, and only the need as its text. */
  search: CenterSearch
  modality: Modality | undefined
  /** Whether the text, and not a control, names the place. */
  namesPlace: boolean
  chips: Understood[]
  anyTimeQ: string
  asksLocation: boolean
}

/** Reads the words of intent of the typed text. What the visitor has set in a control outranks them. */
export async function understandSearch(platform: Platform, search: CenterSearch): Promise<UnderstoodSearch> {
  const q = search.q ?? ''
  const plain = { modality: undefined, namesPlace: false, chips: [], anyTimeQ: q, asksLocation: false }
  if (soundsLikeEmergency(q)) return { ...plain, search: { ...search, q: undefined, specialties: [...mentalHealth] } }
  if (wordsOf(q).length === 0) return { ...plain, search }
  const today = localDay({ instant: platform.clock.now(), zone })
  const { typed, intents: found } = findIntents(q, { places: await placeNames(platform), today })
  const intents = await withoutNames(platform, { typed, found })
  const read = readIntents(typed, { intents, ignored: decidedKinds(search) })
  const { near } = read
  const hasPoint = search.latitude !== undefined && search.longitude !== undefined
  return {
    search: {
      ...search,
      q: (read.forChildren ? `${read.text} infantil` : read.text).trim(),
      ...(read.day && { when: read.day === 'today' ? ('todayOrLater' as const) : read.day }),
      ...(read.dayPart && { dayPart: read.dayPart }),
      ...(read.verifiedOnly && { verifiedOnly: true }),
      ...(near !== undefined && near !== 'here' && { near }),
    },
    modality: read.modality,
    namesPlace: near !== undefined && near !== 'here',
    chips: read.chips,
    anyTimeQ: read.anyTimeQ,
    asksLocation: near === 'here' && !hasPoint,
  }
}

/** The kinds of intent that a control of the search decides. */
function decidedKinds({ when, dayPart, near, verifiedOnly }: CenterSearch): ReadonlySet<IntentKind> {
  const kinds: [IntentKind, boolean][] = [
    ['day', when !== undefined && when !== 'todayOrLater'],
    ['dayPart', dayPart !== undefined],
    ['near', Boolean(near)],
    ['verified', verifiedOnly === true],
  ]
  return new Set(kinds.filter(([, isDecided]) => isDecided).map(([kind]) => kind))
}

/** Without the words that are part of a name: «Centro Cordón», or a professional called Rivera. */
async function withoutNames(
  { db }: Platform,
  { typed, found }: { typed: string; found: readonly Intent[] },
): Promise<readonly Intent[]> {
  const names = found.flatMap(({ name }) => name ?? [])
  if (names.length === 0) return found
  const words = wordsOf(typed)
  const known = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => findNames(tx, { names, words }))
  return found.filter(({ name }) => name === undefined || !known.has(name))
}

const knownNames = new WeakMap<ReadonlyMap<string, Place>, PlaceNames>()

async function placeNames(platform: Platform): Promise<PlaceNames> {
  const places = await mapPlaces(platform)
  const names = knownNames.get(places) ?? nameByWords([...places.values()])
  knownNames.set(places, names)
  return names
}
