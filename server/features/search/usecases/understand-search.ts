import { zone } from '#contract/calendar.ts'
import type { CenterSearch, Lacking, Understood } from '#contract/center-search.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { foldText, wordsOf } from '#contract/folded-text.ts'
import type { Place } from '#server/features/centers/centers.types.ts'
import { mapPlaces } from '#server/features/centers/usecases/find-centers.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findNames } from '../repository/find-names.ts'
import { inFull } from '../rules/abbreviations.ts'
import { nameReadings } from '../rules/exact-names.ts'
import { inSpanish } from '../rules/foreign-words.ts'
import { findIntents, type Intent, type IntentKind, readIntents } from '../rules/intents.ts'
import { lackingIn } from '../rules/lacking-professions.ts'
import { nameByWords, type PlaceNames } from '../rules/named-places.ts'
import { readWords, servicesTyped } from '../rules/words.ts'

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
  lacking: Lacking | null
}

/** Reads the intents of the typed text. A control that the visitor has set overrides them. */
export async function understandSearch(platform: Platform, search: CenterSearch): Promise<UnderstoodSearch> {
  const q = search.q ?? ''
  const plain = { namesPlace: false, chips: [], anyTimeQ: q, asksLocation: false, lacking: null }
  if (soundsLikeEmergency(q)) return { ...plain, search: { ...search, q: undefined, specialties: [...mentalHealth] } }
  if (wordsOf(q).length === 0) return { ...plain, search }
  const today = localDay({ instant: platform.clock.now(), zone })
  const { typed, intents: found } = findIntents(inSpanish(inFull(q), foldText), {
    places: await placeNames(platform),
    today,
  })
  const intents = await withoutNames(platform, { typed, found })
  const read = readIntents(typed, { intents, ignored: kindsOfControls(search) })
  const { near, requests } = read
  // Courtesy, questions and words about the visitor alone ask for nothing.
  const isHomebound = intents.some((intent) => intent.kind === 'modality' && intent.isHomebound)
  const text = needText(read.text, { ...requests, isHomebound })
  const lacking = lackingIn(wordsOf(text))
  const hasPoint = search.latitude !== undefined && search.longitude !== undefined
  return {
    search: {
      ...search,
      q: readWords(text).length > 0 || wordsOf(text).length === 0 ? text : undefined,
      ...requests,
      ...(search.sort && { sort: search.sort }),
      ...(read.modality && { modality: read.modality }),
      ...(read.day && { when: read.day === 'today' ? ('todayOrLater' as const) : read.day }),
      ...(read.dayPart && { dayPart: read.dayPart }),
      ...(read.verifiedOnly && { verifiedOnly: true }),
      ...(near !== undefined && near !== 'here' && { near }),
    },
    namesPlace: near !== undefined && near !== 'here',
    chips: near !== undefined || hasPoint || search.near ? read.chips.map(nearCheap) : read.chips,
    anyTimeQ: read.anyTimeQ,
    asksLocation: near === 'here' && !hasPoint,
    lacking: lacking ? { name: lacking.name, helps: lacking.helps } : null,
  }
}

/** With a place, prices count among centres that are about as near (`isNearCheap`). */
const nearCheap = (chip: Understood): Understood =>
  chip.kind === 'sort' ? { ...chip, label: 'Más barato cerca' } : chip

/** «Un adulto mayor» alone is a need, too: what older people are treated for. So is «no salgo de casa». */
function needText(text: string, { ages, isHomebound }: Pick<CenterSearch, 'ages'> & { isHomebound: boolean }): string {
  const implied = ages === 'older' ? 'adultos mayores' : isHomebound ? 'agorafobia' : ''
  return implied && readWords(text).length === 0 ? `${text} ${implied}`.trim() : text
}

function kindsOfControls({
  modality,
  when,
  dayPart,
  near,
  verifiedOnly,
  ...requests
}: CenterSearch): ReadonlySet<IntentKind> {
  const kinds: [IntentKind, boolean][] = [
    ['modality', modality !== undefined],
    ['day', when !== undefined && when !== 'todayOrLater'],
    ['dayPart', dayPart !== undefined],
    ['near', Boolean(near)],
    ['verified', verifiedOnly === true],
    ['maxPrice', requests.maxPrice !== undefined],
    ['cover', requests.cover !== undefined],
    ['ages', requests.ages !== undefined],
    ['children', requests.ages !== undefined],
    ['language', requests.language !== undefined],
    ['gender', requests.gender !== undefined],
    ['sort', requests.sort !== undefined],
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
  // «Fisio Cordón» asks for a service in a place, although a centre is called «Fisio Cordón Norte».
  const { text: rest } = readIntents(typed, { intents: found, ignored: new Set() })
  const isWholeName = servicesTyped(rest).length > 0 && nameReadings(rest).length === 0
  const usedNames = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => findNames(tx, { names, words, isWholeName }))
  return found.filter(({ name }) => name === undefined || !usedNames.has(name))
}

const placeNamesCache = new WeakMap<ReadonlyMap<string, Place>, PlaceNames>()

async function placeNames(platform: Platform): Promise<PlaceNames> {
  const places = await mapPlaces(platform)
  const names = placeNamesCache.get(places) ?? nameByWords([...places.values()])
  placeNamesCache.set(places, names)
  return names
}
