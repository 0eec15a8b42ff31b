import { zone } from '#contract/calendar.ts'
import type { CenterSearch, Understood } from '#contract/center-search.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { wordsOf } from '#contract/folded-text.ts'
import type { Place } from '#server/features/centers/centers.types.ts'
import { mapPlaces } from '#server/features/centers/usecases/find-centers.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findNames } from '../repository/find-names.ts'
import { findIntents, type Intent, type IntentKind, readIntents } from '../rules/intents.ts'
import { nameByWords, type PlaceNames } from '../rules/named-places.ts'

/** The specialties that a person in a crisis sees, beside the emergency numbers. */
const mentalHealth = ['psicologia', 'psicoterapia', 'psiquiatria'] as const

export type UnderstoodSearch = {
  /** The search with the intents of its text as parameters, and only the need as its text. */
  search: CenterSearch
  /** Whether the text, and not a control, names the place. */
  namesPlace: boolean
  chips: Understood[]
  anyTimeQ: string
  asksLocation: boolean
}

/** Reads the intents of the typed text. A control that the visitor has set overrides them. */
export async function understandSearch(platform: Platform, search: CenterSearch): Promise<UnderstoodSearch> {
  const q = search.q ?? ''
  const plain = { namesPlace: false, chips: [], anyTimeQ: q, asksLocation: false }
  if (soundsLikeEmergency(q)) return { ...plain, search: { ...search, q: undefined, specialties: [...mentalHealth] } }
  if (wordsOf(q).length === 0) return { ...plain, search }
  const today = localDay({ instant: platform.clock.now(), zone })
  const { typed, intents: found } = findIntents(q, { places: await placeNames(platform), today })
  const intents = await withoutNames(platform, { typed, found })
  const read = readIntents(typed, { intents, ignored: kindsOfControls(search) })
  const { near } = read
  const hasPoint = search.latitude !== undefined && search.longitude !== undefined
  return {
    search: {
      ...search,
      q: (read.forChildren ? `${read.text} infantil` : read.text).trim(),
      ...(read.modality && { modality: read.modality }),
      ...(read.day && { when: read.day === 'today' ? ('todayOrLater' as const) : read.day }),
      ...(read.dayPart && { dayPart: read.dayPart }),
      ...(read.verifiedOnly && { verifiedOnly: true }),
      ...(near !== undefined && near !== 'here' && { near }),
    },
    namesPlace: near !== undefined && near !== 'here',
    chips: read.chips,
    anyTimeQ: read.anyTimeQ,
    asksLocation: near === 'here' && !hasPoint,
  }
}

function kindsOfControls({ modality, when, dayPart, near, verifiedOnly }: CenterSearch): ReadonlySet<IntentKind> {
  const kinds: [IntentKind, boolean][] = [
    ['modality', modality !== undefined],
    ['day', when !== undefined && when !== 'todayOrLater'],
    ['dayPart', dayPart !== undefined],
    ['near', Boolean(near)],
    ['verified', verifiedOnly === true],
  ]
  return new Set(kinds.filter(([, isSet]) => isSet).map(([kind]) => kind))
}

/** Drops the intents whose words are part of a name: «Centro Cordón», or a professional called Rivera. */
async function withoutNames(
  { db }: Platform,
  { typed, found }: { typed: string; found: readonly Intent[] },
): Promise<readonly Intent[]> {
  const names = found.flatMap(({ name }) => name ?? [])
  if (names.length === 0) return found
  const words = wordsOf(typed)
  const usedNames = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => findNames(tx, { names, words }))
  return found.filter(({ name }) => name === undefined || !usedNames.has(name))
}

const placeNamesCache = new WeakMap<ReadonlyMap<string, Place>, PlaceNames>()

async function placeNames(platform: Platform): Promise<PlaceNames> {
  const places = await mapPlaces(platform)
  const names = placeNamesCache.get(places) ?? nameByWords([...places.values()])
  placeNamesCache.set(places, names)
  return names
}
