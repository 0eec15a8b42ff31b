import { foldText } from '#contract/folded-text.ts'
import type { Place } from '#server/features/centers/centers.types.ts'

export type PlaceNames = ReadonlyMap<string, { slug: string; label: string }>

/** `isCertain`: the words before it say that it is a place; otherwise it may be part of a name. */
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
}

/** Includes the departments without a city of their name, which mean their first city. */
export function nameByWords(places: readonly Place[]): PlaceNames {
  const departments = places
    .filter(({ department }) => places.every(({ name }) => name !== department))
    .map(({ department, slug }) => [foldText(department), { slug, label: department }] as const)
  const named = places.map(({ name, slug }) => [foldText(name), { slug, label: name }] as const)
  const byAlias = Object.entries(aliases).flatMap(([typed, slug]) => {
    const place = places.find((each) => each.slug === slug)
    return place ? [[typed, { slug, label: place.name }] as const] : []
  })
  // A later entry replaces an earlier one with the same name. So a place replaces a department, and the first city of a
  // department replaces its other cities.
  return new Map([...departments.toReversed(), ...byAlias, ...named])
}

const maxWords = 4
/** Words after which a place follows, possibly after an article. */
const prepositions = new Set(['en', 'por', 'zona', 'barrio', 'cerca'])
const articles = new Set(['de', 'del', 'el', 'la', 'los', 'las'])
/** «centro» usually means a centre. It is the neighbourhood only after a preposition or at the end. */
const ambiguous = new Set(['centro'])

type Word = { text: string; from: number; to: number }

/** The places that a folded text names. The longest name wins: «Malvín Norte» is not Malvín. */
export function placesNamed(folded: string, names: PlaceNames): NamedPlace[] {
  const words = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(
    (match): Word => ({ text: match[0], from: match.index, to: match.index + match[0].length }),
  )
  const found: NamedPlace[] = []
  for (let start = 0; start < words.length; start++) {
    if (words[start]?.text === 'colon' && words[start + 1]?.text === 'irritable') continue
    for (let length = Math.min(maxWords, words.length - start); length > 0; length--) {
      const placeWords = words.slice(start, start + length)
      const text = placeWords.map((word) => word.text).join(' ')
      const place = names.get(text)
      if (!place) continue
      const before = startOfPreposition(words, start)
      if (ambiguous.has(text) && !before && (start === 0 || start + length < words.length)) continue
      found.push({
        ...place,
        isCertain: before !== undefined,
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
