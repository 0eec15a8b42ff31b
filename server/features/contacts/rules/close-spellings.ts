import { wordsOf } from '#contract/folded-text.ts'
import { soundOf } from '#contract/similar-names.ts'

/** A slip in a shorter word would match names by accident. */
const minLetters = 5
const maxLetters = 30

/**
 * For each word a pattern of whole words in the spelling of soundOf(): the word itself, and for a long one also with one letter more, less
 * or other, or with two neighbours exchanged. A shorter word must begin a word. Undefined when no word is long enough.
 */
export function closeSpellings(words: readonly string[]): string[] | undefined {
  const sounds = words.flatMap((word) => wordsOf(word)).map((word) => soundOf(word).slice(0, maxLetters))
  if (!sounds.some((sound) => sound.length >= minLetters)) return undefined
  return sounds.map((sound) =>
    sound.length < minLetters ? `\\m${sound}` : `\\m(?:${[...new Set(withOneSlip(sound))].join('|')})\\M`,
  )
}

function withOneSlip(word: string): string[] {
  const letters = [...word]
  const around = letters.map((_, at) => [letters.slice(0, at).join(''), letters.slice(at + 1).join('')] as const)
  return [
    word,
    ...around.map(([before, after]) => `${before}\\w?${after}`),
    ...letters.map((_, at) => `${letters.slice(0, at).join('')}\\w${letters.slice(at).join('')}`),
    `${word}\\w`,
    ...letters.slice(1).map((letter, at) => {
      const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 2).join('')]
      return `${before}${letter}${letters[at]}${after}`
    }),
  ]
}
