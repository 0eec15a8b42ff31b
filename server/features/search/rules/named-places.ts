import { foldText, wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import type { Place } from '#server/features/centers/centers.types.ts'
import { conditionAt } from './conditions.ts'
import { isEmptyWord } from './empty-words.ts'
import { landmarks } from './landmarks.ts'

/** `isCity`: also a department. People's surnames are named after them, and not the other way round. */
export type PlaceNames = ReadonlyMap<string, { slug: string; label: string; isCity?: boolean }>

/** `isCertain`: the words beside it say that it is a place; otherwise it may be part of a name. */
export type NamedPlace = { slug: string; label: string; isCertain: boolean; from: number; to: number }

const aliases: Readonly<Record<string, string>> = {
  'pta carretas': 'punta-carretas',
  'pta gorda': 'punta-gorda',
  'pta del este': 'punta-del-este',
  'parque batlle y ordonez': 'parque-batlle',
  '3 cruces': 'tres-cruces',
  'la union': 'union',
  'el cerro': 'cerro',
  'el prado': 'prado',
  'la aguada': 'aguada',
  'el buceo': 'buceo',
  colonia: 'colonia-del-sacramento',
  'san jose': 'san-jose-de-mayo',
  // Parts of Ciudad de la Costa.
  ...Object.fromEntries(
    ['solymar', 'el pinar', 'pinar', 'lagomar', 'shangrila', 'la costa', 'giannattasio', 'lomas de solymar'].map(
      (part) => [part, 'ciudad-de-la-costa'],
    ),
  ),
}

/** Includes the departments without a city of their name, which mean their first city. */
export function nameByWords(places: readonly Place[]): PlaceNames {
  const departments = places
    .filter(({ department }) => places.every(({ name }) => name !== department))
    .map(({ department, slug }) => [foldText(department), { slug, label: department, isCity: true }] as const)
  const named = places.map(
    ({ name, slug, kind }) => [foldText(name), { slug, label: name, isCity: kind !== 'neighborhood' }] as const,
  )
  const byAlias = Object.entries(aliases).flatMap(([typed, slug]) => {
    const place = places.find((each) => each.slug === slug)
    return place ? [[typed, { slug, label: place.name, isCity: place.kind !== 'neighborhood' }] as const] : []
  })
  const known = landmarks.flatMap(({ slug, name, typed }) =>
    typed.map((spoken) => [spoken, { slug, label: name }] as const),
  )
  // A later entry replaces an earlier one with the same name. So a place replaces a department, and the first city of a
  // department replaces its other cities.
  return new Map([...known, ...departments.toReversed(), ...byAlias, ...named])
}

const maxWords = 4
/** Words after which a place follows, possibly after an article. */
const prepositions = new Set(
  'en por zona barrio cerca frente lado ciudad departamento soy vivo vivimos estoy hacia'.split(' '),
)
const articles = new Set(['de', 'del', 'el', 'la', 'los', 'las'])
/** «centro» usually means a centre. It is the neighbourhood only after a preposition or at the end. */
const ambiguous = new Set(['centro'])
/** Cities and departments whose names are also other words. */
const alsoWords = new Set(['flores', 'mercedes', 'trinidad'])

type Word = { text: string; from: number; to: number }

/** The places that a folded text names. The longest name wins: «Malvín Norte» is not Malvín. */
export function placesNamed(folded: string, names: PlaceNames): NamedPlace[] {
  const words = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(
    (match): Word => ({ text: match[0], from: match.index, to: match.index + match[0].length }),
  )
  const texts = words.map(({ text }) => text)
  const found: NamedPlace[] = []
  for (let start = 0; start < words.length; start++) {
    // «Flores de Bach», «colon irritable».
    const condition = conditionAt(texts, start)
    if (condition && condition.length > 1) {
      start += condition.length - 1
      continue
    }
    for (let length = Math.min(maxWords, words.length - start); length > 0; length--) {
      const placeWords = words.slice(start, start + length)
      const text = placeWords.map((word) => word.text).join(' ')
      const place = names.get(text)
      if (!place) continue
      const before = startOfPreposition(words, start)
      const isAlone = texts.slice(0, start).every(isEmptyWord)
      const isLast = texts.slice(start + length).every(isEmptyWord)
      if (ambiguous.has(text) && !before && (isAlone || !isLast)) continue
      const isBeside = [texts[start - 1], texts[start + length]].some((word) => word !== undefined && mayBeName(word))
      const isCity = place.isCity === true && !alsoWords.has(text) && !isBeside
      found.push({
        slug: place.slug,
        label: place.label,
        isCertain: before !== undefined || isCity,
        from: before ?? placeWords[0]?.from ?? 0,
        to: placeWords.at(-1)?.to ?? 0,
      })
      start += length - 1
      break
    }
  }
  return found
}

/** The position of the preposition before a place: «cerca del», «en el». */
function startOfPreposition(words: readonly Word[], start: number): number | undefined {
  let index = start - 1
  while (index >= 0 && articles.has(words[index]?.text ?? '')) index--
  const word = words[index]
  return word && prepositions.has(word.text) ? word.from : undefined
}

/** Beside «Rivera», such a word may be a first name; a need, a connector or a number is none. */
const mayBeName = (word: string) =>
  !isEmptyWord(word) && recognizeSpecialties(word).length === 0 && !conditionAt([word], 0) && !/\d/.test(word)

/** Words with which names of places begin: «en Villa Inventada». */
const namesOfPlaces = new Set('villa pueblo parque punta san santa paso colonia balneario playa costa'.split(' '))
const beforePlace = new Set(['en', 'zona', 'barrio', 'cerca', 'ciudad'])

/** Whether a typed text has this folded word after «en», «cerca de la» or the like. */
export function isAfterPreposition(text: string, word: string): boolean {
  const words = wordsOf(text)
  let index = words.indexOf(word) - 1
  while (index > 0 && (articles.has(words[index] ?? '') || namesOfPlaces.has(words[index] ?? ''))) index--
  return beforePlace.has(words[index] ?? '')
}
