import { foldText, wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties, synonymsOf } from '#contract/recognize-specialties.ts'
import { maxNeedLength } from '#contract/search.ts'
import { specialties, specialtyTerms } from '#contract/specialties.ts'
import { type ServiceSlug, type SpecialtyKey, specialtyKeys } from '#contract/specialty-keys.ts'
import type { SpecialtyNeed, WordNeed } from '../search.types.ts'
import { type Condition, conditionAt } from './conditions.ts'
import { isEmptyWord, isEstablishment } from './empty-words.ts'
import { isReferral, lackingAt } from './lacking-professions.ts'
import { isRegulated } from './regulated-services.ts'

/** Each word takes an index look-up, and words after the tenth hardly narrow a search. */
const maxWords = 10

/** Before the name of a professional. «psic» is read as the field that it means. */
const titles = new Set('dr dra doctor doctora lic licenciado licenciada mg mag prof profesor profesora ps'.split(' '))

export const isTitle = (word: string) => titles.has(word)

/** Every complaint may hurt, and may come from running: these words mean something only where no other word of the text does. */
const pain = new Set(
  `dolor dolores duele duelen doler dolio molestia molestias molesta molestan correr corro corre corriendo running maraton carrera
  carreras trotar trotando`.split(/\s+/),
)

/** Words for a child, folded. Each may have a plural «s». */
export const childWords: readonly string[] =
  'hijo hija nino nina nene nena bebe guri gurises gurisa botija chiquilin chiquilina peque nieto nieta'.split(' ')

/** Words that visitors type, folded, and the word that centres and professionals use. Only whole words match. */
const synonyms: readonly [typed: RegExp, used: string][] = [
  [/\b(?:hablar|conversar|charlar) con (?=un|el|la)/g, ' '],
  [
    /\b(?:mi (?:senora|esposo|esposa|marido|mujer|novio|novia|pareja) y yo|yo y mi (?:senora|esposo|esposa|marido|mujer|novio|novia|pareja))\b/g,
    'terapia pareja',
  ],
  [
    /\b(?:terapia|problemas?|peleas?|crisis|discuto|peleo|peleamos|discutimos|mal) con mi (?:esposo|esposa|marido|mujer|novio|novia|pareja)\b/g,
    'terapia pareja',
  ],
  // Who asks is no complaint, and neither is when it hurts: «soy sorda, busco fisio», «me tiembla la mano al comer».
  [/\bsoy (?:sord[oa]|hipoacusic[oa]|cieg[oa])s?\b(?=.{0,200}[a-z]{5})/g, ' '],
  [/(?<!\b(?:ahog[ao]|trab[ao]|atragant[ao]|pis|tos|hablar) )\bal [a-z]{1,12}[aei]r(?:me|se|l[ao])?\b/g, ' '],
  // Where it happened is no name of a centre: «corriendo por la rambla».
  [
    /\b(?:en|por) (?:la|el|mi|una?) (?:rambla|playa|calle|cancha|oficina|facultad|cama|auto|moto|bici|bicicleta|omnibus|ducha)\b/g,
    ' ',
  ],
  // Centres write either name, and «pélvico» is in both.
  [/\b(?:piso|suelo) pelvico\b/g, 'pelvico'],
  [/\bincontinencia(?: urinaria)?\b/g, 'pelvico'],
  [/\bpediatric[oa]\b/g, 'infantil'],
  [/\b(?:matrimonio|matrimonial|conyugal)\b/g, 'pareja'],
  [/\b(?:stress|nervios|nerviosismo)\b/g, 'estres'],
  [/\bataques? de panico\b/g, 'panico'],
  [/\b(?:embarazadas?|preparacion (?:para el|al) parto)\b/g, 'embarazo'],
  [/\b(?:medicacion|medicamentos?|antidepresivos?|ansioliticos?|bipolar|bipolaridad|esquizofrenia)\b/g, 'psiquiatra'],
]

/** NFKC may turn one character into eighteen, so the text is cut after it. */
export const inUsedWords = (text: string) =>
  synonyms.reduce(
    (read, [typed, used]) => read.replaceAll(typed, used),
    foldText(text.normalize('NFKC').slice(0, maxNeedLength)),
  )

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

/**
 * The needs of a typed text, by words and phrases. Words that carry no need are left out, so it is empty for courtesy alone, and
 * for a text without letters and digits.
 */
export function readWords(text: string): WordNeed[] {
  const all = wordsOf(inUsedWords(text))
  const isReferred = isReferral(all)
  const read = new Map<string, WordNeed>()
  for (let at = 0; at < all.length; at++) {
    const lacking = lackingAt(all, at)
    const condition = lacking ? { condition: lacking.profession, length: lacking.length } : conditionAt(all, at)
    const typed = all.slice(at, at + (condition?.length ?? 1)).join(' ')
    if (lacking && isReferred) continue
    // Of «psi» or «acu» alone, the beginning of a profession.
    const isAlone = all.every((word, index) => index === at || isEmptyWord(word))
    const begun = isAlone && !condition && !isEmptyWord(typed) ? beginningOf(typed) : undefined
    if (begun) read.set(begun, needOfWord(begun))
    if (begun || (!condition && (isEmptyWord(typed) || titles.has(typed) || isChild(typed)))) continue
    if (!read.has(typed)) read.set(typed, condition ? needOfCondition(typed, condition.condition) : needOfWord(typed))
    at += (condition?.length ?? 1) - 1
  }
  const needs = [...read.values()]
  const withoutPain = needs.filter(({ text: word }) => !pain.has(word) && !/^\d{1,3}$/.test(word))
  const isTelling = withoutPain.some(({ specialties: meant }) => meant)
  const telling = isTelling ? withoutPain.filter((need) => need.specialties ?? !isEstablishment(need.text)) : needs
  // Of a long text, the needs count more than words that may be names.
  const [meant, names] = [
    telling.filter(({ specialties: known }) => known),
    telling.filter((need) => !need.specialties),
  ]
  const kept = new Set([...meant.slice(0, maxWords), ...names.slice(0, Math.max(2, maxWords - meant.length))])
  return telling.filter((need) => kept.has(need))
}

const professions =
  'psicologia fisioterapia kinesiologia nutricion fonoaudiologia osteopatia quiropractica masajista reiki acupuntura'.split(
    ' ',
  )

/** The profession of which a visitor typed three letters. */
const beginningOf = (text: string) =>
  text.length === 3 ? professions.find((name) => name.startsWith(text)) : undefined

function needOfWord(text: string): WordNeed {
  const keys = recognizeWord(text).filter((key) => text.length > 4 || isNamed(key, text))
  const need = needOf(keys)
  // The name of a profession is not what another one treats: «fisio» finds no osteopath of «cervicales».
  const names = keys.flatMap(namesOf)
  const isProfession = names.some((name) => text.startsWith(name.slice(0, 5)) || name.startsWith(text))
  const specialty = need && isProfession ? { ...need, terms: names } : need
  // Nearly every profile of a profession has its name.
  const tells = need && !isProfession ? [asInProfile(text)] : []
  return { text, specialties: specialty, offers: servicesOf(keys), says: [], tells }
}

/** Of four letters, the beginning of a complaint is none: «auto» is no autoestima. */
const isNamed = (key: SpecialtyKey, text: string) =>
  [...specialtyTerms[key].terms, ...synonymsOf(key)].some((term) => text.startsWith(term)) ||
  namesOf(key).some((name) => name.startsWith(text))

/** The terms of an option that are its name, or that of one of its services. */
const namesOf = (key: SpecialtyKey): string[] => {
  const named = [foldText(specialties[key].label), key, ...specialties[key].services]
  return specialtyTerms[key].terms.filter((term) => named.some((name) => name.startsWith(term)))
}

const needOfCondition = (text: string, { services, says, names, isRare }: Condition): WordNeed => ({
  text,
  specialties: { services, terms: says },
  offers: services,
  says,
  // «Dificultades para dormir» names what «no puedo dormir» asks for.
  tells: names ? [...new Set([...names, ...says, ...tellingWords(text).map(asInProfile)])] : [],
  isRare,
})

/** A short word of a profile is the whole word: «toc» is not the beginning of «tocar». */
const asInProfile = (word: string) => (word.length < 5 ? `${word}=` : word)

/** The need of all words together: a centre meets it if it meets any of them. */
export function needOfAll(words: readonly WordNeed[]): SpecialtyNeed | undefined {
  const needs = words.flatMap(({ specialties: need }) => need ?? [])
  if (needs.length === 0) return undefined
  return {
    services: [...new Set(needs.flatMap(({ services }) => services))],
    terms: [...new Set(needs.flatMap(({ terms }) => terms))],
  }
}

/** The services that a card may offer for a text: those that each of its needs has in common, or else all of them. */
export function servicesTyped(text: string): readonly ServiceSlug[] {
  const offered = readWords(text).flatMap(({ offers }) => (offers.length > 0 ? [offers] : []))
  // «Drenaje» is asked for by its name, whatever it is for.
  const byName = offered.find((offers) => !offers.some(isRegulated))
  if (byName) return byName
  const common = offered.reduce((shared, offers) => shared.filter((slug) => offers.includes(slug)), offered[0] ?? [])
  return common.length > 0 ? common : [...new Set(offered.flat())]
}

/** The words of a typed text that say what it is about, folded. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length > 3 && !isEmptyWord(word))
  const withoutPain = words.filter((word) => !pain.has(word))
  return withoutPain.length > 0 ? withoutPain : words
}

const isChild = (word: string) =>
  word === 'infantil' || childWords.some((child) => word === child || word === `${child}s`)

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
