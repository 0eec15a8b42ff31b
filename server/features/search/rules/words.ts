import { foldText, wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties, synonymsOf } from '#contract/recognize-specialties.ts'
import { specialties, specialtyTerms } from '#contract/specialties.ts'
import { type ServiceSlug, type SpecialtyKey, specialtyKeys } from '#contract/specialty-keys.ts'
import type { SpecialtyNeed, WordNeed } from '../search.types.ts'

/** Each word takes an index look-up, and words after the tenth hardly narrow a search. */
const maxWords = 10
const fillers = new Set(
  'a al algo ante cerca con de del donde e el en es estoy hace la laboral las lo los me mi mucho muy necesito no o para por puedo que quiero se siento sin su tengo un una unas unos va y'.split(
    ' ',
  ),
)

/** Before the name of a professional. «psic» is read as the field that it means. */
const titles = new Set('dr dra doctor doctora lic licenciado licenciada mg mag prof profesor profesora ps'.split(' '))

export const isFiller = (word: string) => fillers.has(word)
export const isTitle = (word: string) => titles.has(word)

/** Every complaint may hurt, so these words mean something only where no other word of the text does. */
const pain = new Set('dolor dolores duele duelen doler dolio molestia molestias'.split(' '))

/** Words for a child, folded. Each may have a plural «s». */
export const childWords: readonly string[] = ['hijo', 'hija', 'nino', 'nina', 'nene', 'nena', 'bebe', 'gurises']

/** Words that visitors type, folded, and the word that centres and professionals use. Only whole words match. */
const synonyms: readonly [typed: RegExp, used: string][] = [
  [/\b(?:hablar|conversar|charlar) con\b/g, ' '],
  [/\btraumatolog[oa]\b/g, 'fisioterapia'],
  // Centres write either name, and «pélvico» is in both.
  [/\b(?:piso|suelo) pelvico\b/g, 'pelvico'],
  [/\bpediatric[oa]\b/g, 'infantil'],
  [/\b(?:matrimonio|matrimonial|conyugal)\b/g, 'pareja'],
  [/\b(?:stress|nervios|nerviosismo)\b/g, 'estres'],
  [/\bincontinencia(?: urinaria)?\b/g, 'pelvico'],
  [/\bataques? de panico\b/g, 'panico'],
  [/\b(?:lumbalgia|lumbago|cintura)\b/g, 'lumbar'],
  [/\b(?:embarazadas?|preparacion (?:para el|al) parto)\b/g, 'embarazo'],
  [/\b(?:medicacion|medicamentos?|antidepresivos?|ansioliticos?|bipolar|bipolaridad|esquizofrenia)\b/g, 'psiquiatra'],
]

const inUsedWords = (text: string) =>
  synonyms.reduce((read, [typed, used]) => read.replaceAll(typed, used), foldText(text.normalize('NFKC')))

/** One need for several options. A centre meets it if it meets any of them. */
export function needOf(keys: readonly SpecialtyKey[]): SpecialtyNeed | undefined {
  if (keys.length === 0) return undefined
  const options = keys.map((key) => ({ ...specialties[key], ...specialtyTerms[key] }))
  const terms = [...new Set<string>(options.flatMap((option) => option.terms))]
  return {
    services: [...new Set(options.flatMap((option) => (option.narrower ? [] : option.services)))],
    // A text that begins with the longer term also begins with the shorter one.
    terms: terms.filter((term) => !terms.some((other) => other !== term && term.startsWith(other))),
  }
}

export const servicesOf = (keys: readonly SpecialtyKey[]): ServiceSlug[] => [
  ...new Set(keys.flatMap((key) => specialties[key].services)),
]

/** The needs of a typed text, word by word. Empty for a text without letters and digits. */
export function readWords(text: string): WordNeed[] {
  const all = wordsOf(inUsedWords(text)).map((word) => (isChild(word) ? 'infantil' : word))
  const telling = all.filter((word) => !fillers.has(word) && !titles.has(word))
  const words = [...new Set(telling.length > 0 ? telling : all)].slice(0, maxWords)
  const needs = words.map((word) => ({ text: word, specialties: needOf(recognizeWord(word)) }))
  const withoutPain = needs.filter(({ text: word }) => !pain.has(word))
  return withoutPain.some(({ specialties: meant }) => meant) ? withoutPain : needs
}

/** The words of a typed text that say what it is about, folded. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length > 3 && !fillers.has(word))
  const withoutPain = words.filter((word) => !pain.has(word))
  return withoutPain.length > 0 ? withoutPain : words
}

const isChild = (word: string) => childWords.some((child) => word === child || word === `${child}s`)

/** The specialties that a typed text means, even with a wrong letter in a word. */
export function recognizeNeed(text: string): SpecialtyKey[] {
  const words = wordsOf(inUsedWords(text))
  const withoutPain = words.filter((word) => !pain.has(word))
  for (const read of [withoutPain, words]) {
    const known = recognizeSpecialties(read.join(' '))
    if (known.length > 0) return known
    const misspelt = [...new Set(read.flatMap(recognizeWord))]
    if (misspelt.length > 0) return misspelt
  }
  return []
}

/** The words of the specialties that are long enough to recognise misspellings, without «terapia», which is too general. */
const vocabulary = specialtyKeys.map((key) => {
  const words = [...specialtyTerms[key].terms, ...synonymsOf(key), ...foldText(specialties[key].label).split(' ')]
  return { key, words: words.filter((word) => word.length >= 8 && !word.startsWith('terap') && !word.includes(' ')) }
})

/** The specialties that a word means exactly, or else with one letter wrong, missing, extra or swapped. */
function recognizeWord(word: string): SpecialtyKey[] {
  const exact = recognizeSpecialties(word)
  if (exact.length > 0) return exact
  return vocabulary.filter(({ words }) => words.some((right) => beginsLike(word, right))).map(({ key }) => key)
}

/** Whether a word begins with a text that has at most one letter wrong, missing, extra or swapped. */
export function beginsLike(word: string, beginning: string): boolean {
  return [-1, 0, 1].some((more) => isOneEditApart(word.slice(0, beginning.length + more), beginning))
}

function isOneEditApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const isSwap = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
  return isSwap || Math.max(a.length, b.length) <= 1
}
