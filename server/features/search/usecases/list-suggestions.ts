import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { foldText, wordsOf } from '#contract/folded-text.ts'
import { maxSuggestions, minSuggestionLetters } from '#contract/search.ts'
import { serviceReasons } from '#contract/service-keywords.ts'
import { specialties } from '#contract/specialties.ts'
import { specialtyKeys } from '#contract/specialty-keys.ts'
import type { Suggestion } from '#contract/suggestions.ts'
import { mapPlaces } from '#server/features/centers/usecases/find-centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listNamesLike } from '../repository/suggested-names.ts'
import { matchLabels } from '../rules/matching-labels.ts'
import { createRecentResults } from './recent-results.ts'

const services = specialtyKeys.filter((key) => key !== 'otro').map((key) => specialties[key].label)
const symptoms = [...new Set(Object.values(serviceReasons).flat())].filter(
  (label) => !services.some((service) => foldText(service) === foldText(label)),
)

/** A text with more words is hardly the beginning of a name, and each word adds a condition to the query. */
const maxWords = 6
/** With fewer letters, too many names match. */
const minNameLetters = 3
const perKind = { service: 2, symptom: 2, place: 2, name: 3 }

export async function listSuggestions(platform: Platform, { q }: { q: string }): Promise<Suggestion[]> {
  const words = wordsOf(q)
  const letters = words.join('').length
  if (letters < minSuggestionLetters || words.length > maxWords || soundsLikeEmergency(q)) return []
  return recentSuggestions(platform.db, {
    key: words.join(' '),
    read: () => suggestWithTypos(platform, { words, letters }),
  })
}

const recentSuggestions = createRecentResults<Suggestion[]>({ max: 5_000 })

async function suggestWithTypos(platform: Platform, typed: Omit<TypedText, 'fuzzy'>): Promise<Suggestion[]> {
  const exact = await suggest(platform, { ...typed, fuzzy: false })
  return exact.length > 0 || typed.letters <= minNameLetters ? exact : suggest(platform, { ...typed, fuzzy: true })
}

type TypedText = { words: readonly string[]; letters: number; fuzzy: boolean }

async function suggest(platform: Platform, { words, letters, fuzzy }: TypedText): Promise<Suggestion[]> {
  const [places, names] = await Promise.all([
    mapPlaces(platform),
    letters < minNameLetters ? noNames : readNames(platform, { words, fuzzy }),
  ])
  const match = (labels: readonly string[]) => matchLabels(labels, { words, fuzzy, labelOf: (label) => label })
  return [
    ...match(services)
      .slice(0, perKind.service)
      .map((label): Suggestion => ({ kind: 'service', label })),
    ...match(symptoms)
      .slice(0, perKind.symptom)
      .map((label): Suggestion => ({ kind: 'symptom', label })),
    ...matchLabels([...places.values()], { words, fuzzy, labelOf: ({ name }) => name })
      .slice(0, perKind.place)
      .map(({ slug, name, department }): Suggestion => ({ kind: 'place', label: name, slug, detail: department })),
    ...names.professionals.map((professional): Suggestion => ({ kind: 'professional', ...professional })),
    ...names.centers.map((center): Suggestion => ({ kind: 'center', ...center })),
  ].slice(0, maxSuggestions)
}

const noNames = { centers: [], professionals: [] }

async function readNames({ db }: Platform, { words, fuzzy }: Pick<TypedText, 'words' | 'fuzzy'>) {
  return await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => listNamesLike(tx, { words, limit: perKind.name, fuzzy }))
}
