import { cleanPhone } from '#contract/phone-pattern.ts'
import { versionOf } from '#server/platform/version.ts'
import type { ContactRow } from './contacts.types.ts'

export type ContactQuery = { words: string[]; digits: string | undefined }

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

/** It covers what the desk edits. An empty text and a null are the same. */
export function guestVersion({
  name,
  phone,
  email,
  note,
}: Pick<ContactRow, 'name' | 'phone' | 'email' | 'note'>): string {
  return versionOf({ name, phone: phone ?? '', email: email ?? '', note: note ?? '' })
}
