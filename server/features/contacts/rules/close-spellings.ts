import { wordsOf } from '#contract/folded-text.ts'
import { soundOf } from '#contract/similar-names.ts'

/** A slip in a shorter word would match names by accident. */
const minLetters = 5
const maxLetters = 30

export type CloseSpelling = {
  /** A name that has none of these has no such word: comparing them costs far less than the pattern. */
  parts: string[]
  /** Of a whole word, in the spelling of soundOf(). */
  pattern: string
}

/**
 * For each word what it may be: the word itself, and for a long one also with one letter more, less or other, or with two neighbours
 * exchanged. A shorter word must begin a word. Undefined when no word is long enough.
 */
export function closeSpellings(words: readonly string[]): CloseSpelling[] | undefined {
  const sounds = words.flatMap((word) => wordsOf(word)).map((word) => soundOf(word).slice(0, maxLetters))
  if (!sounds.some((sound) => sound.length >= minLetters)) return undefined
  return sounds.map((sound) =>
    sound.length < minLetters
      ? { parts: [sound], pattern: `\\m${sound}` }
      : { parts: partsOf(sound), pattern: `\\m(?:${[...new Set(withOneSlip(sound))].join('|')})\\M` },
  )
}

/** One slip leaves one half of the word as it is, unless it exchanges the two letters between which the halves meet. */
function partsOf(word: string): string[] {
  const letters = [...word]
  const half = Math.floor(letters.length / 2)
  const [before, last = '', next = '', after] = [
    letters.slice(0, half - 1).join(''),
    letters[half - 1],
    letters[half],
    letters.slice(half + 1).join(''),
  ]
  return [before + last, next + after, before + next + last + after]
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
