import { foldText } from '#contract/folded-text.ts'
import { isTitle } from './words.ts'

/**
 * Which words that no centre has are said to be missing. Of a few words, each is what the visitor looks for: «fisio arqueología».
 * A sentence tells of a life in any words of the language: of it, only what stands where a name does is said.
 */
export function wordsToSay(text: string, absent: readonly string[]): string[] {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const folded = words.map(foldText)
  const isSentence = folded.some((word) => sentenceWords.has(word))
  const isCapitalized = words.some((word) => word.toUpperCase() !== word)
  const said = new Set<string>()
  for (const [at, word] of folded.entries()) {
    if (!absent.includes(word) || !mayBeSaid(word)) continue
    const before = folded.slice(Math.max(0, at - 2), at)
    const [second = '', first = ''] = before.length === 1 ? ['', before[0]] : before
    // «Quiero volver a bailar», «miedo a volar».
    if (/[aei]r$/.test(word) && beforeInfinitive.has(first)) continue
    const isName =
      beforeName.has(first) ||
      isTitle(first) ||
      said.has(first) ||
      (first === 'a' && beforePerson.has(second)) ||
      (at > 0 && isCapitalized && /^\p{Lu}/u.test(words[at] ?? ''))
    if (!isSentence || isName) said.add(word)
  }
  return absent.filter((word) => said.has(word))
}

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Of sentences, and of no list of words: pronouns, negation and conjunctions. */
const sentenceWords =
  listed(`yo me te se le les nos lo que q no ni cuando porque pero mi mis su sus si ya muy tan tanto tanta todo toda
  para como desde hasta soy estoy tengo tiene tuvo anda ando era fue hace solo sola come comen`)

const beforeName = listed(
  'con en barrio calle zona ciudad balneario llama llamo llamada llamado apellido apellida sra senora senor',
)
const beforePerson = listed(
  'busco buscando buscamos ver conocen conoce encontrar encuentro contactar consultar recomendaron',
)
const beforeInfinitive = listed('a para de al sin por y o quiero puedo quiere puede poder hacer')

/** A chat's abbreviations have no vowel, and «42k» is a distance. */
const mayBeSaid = (word: string) => word.length > 2 && /[aeiouy]/.test(word) && !/\d/.test(word)
