import { cleanPhone } from '#contract/phone-pattern.ts'
import { type CloseSpelling, closeSpellings } from './close-spellings.ts'

export type ContactQuery = {
  words: string[]
  digits: string | undefined
  /** What each word may be with one slip of the keyboard; undefined: the words as they are. */
  spellings?: CloseSpelling[] | undefined
}

/** Each word is looked for in every name of the centre. */
const maxWords = 6
/** Fewer digits would match too many people. */
const minDigits = 3

/**
 * Reads a receptionist's search text as a telephone number in any spelling, without its country code and leading zero, or else
 * as words of a name, also in the order «Iturralde, Agustina».
 */
export function readQuery(text: string): ContactQuery {
  const typed = cleanPhone(text)
  const isNumber = /^[\d\s+().-]+$/.test(typed)
  const digits = typed
    .replaceAll(/\D/g, '')
    .replace(/^(?:00)?598(?=\d{4})/, '')
    .replace(/^0+/, '')
  if (isNumber && digits.length >= minDigits) return { words: [], digits }
  return { words: readWords(text), digits: undefined }
}

/** The longest of its different words, in their order. */
function readWords(text: string): string[] {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, maxWords))
  return words.filter((word) => longest.has(word))
}

/** The same search with one slip per word forgiven; undefined when that finds nothing else. */
export function forgivingQuery({ words, digits }: ContactQuery): ContactQuery | undefined {
  const spellings = digits === undefined ? closeSpellings(words) : undefined
  return spellings && { words, digits, spellings }
}
