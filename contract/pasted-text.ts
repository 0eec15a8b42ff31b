/**
 * Zero-width spaces, soft hyphens, direction marks and control characters. Users don't type them, but programs from which they
 * paste add them, and they can make one name look like another. Zero-width joiners are not included, because emoji consist of
 * them. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]|(?![\t\n\r])\p{Cc}/gu
/**
 * Spaces of fixed width or without a line break, as word processors and messages insert them, and what looks like a space: the
 * empty pattern of Braille and the Hangul fillers, which Unicode calls letters. */
const unusualSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]/gu
/** Joiners and variation selectors: part of emoji, but never of a number, a code or an address. */
const joiner = /\u200c|\u200d|[\ufe00-\ufe0f]/gu
/** Hyphens that don't break, dashes and the minus sign. */
const unusualHyphen = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu

/** What a person sees of a pasted text. Letters, accents and line breaks stay. */
export function cleanText(text: string): string {
  // A form that is sent without scripts has two characters for each end of a line.
  return text.replace(/\r\n?/g, '\n').replace(invisible, '').replace(unusualSpace, ' ')
}

/**
 * Cleans what has only plain characters, such as a telephone number, a code, an address or an amount: digits and letters of full
 * width become usual ones, and every hyphen and space the one that a keyboard types. */
export function cleanPlainText(text: string): string {
  // Normalised first: the vertical dash of Chinese type becomes a usual dash, which is then a hyphen.
  return cleanMarks(text.normalize('NFKC')).normalize('NFKC').trim()
}

/** Removes invisible marks and normalises hyphens and spaces. The letters stay. */
export function cleanMarks(text: string): string {
  return cleanText(text.replace(joiner, '')).replace(unusualHyphen, '-')
}

/** A typed number for a pattern of digits. A text that is far too long stays as it is, and is then refused. */
export const cleanDigits = (text: string) => (text.length > 100 ? text : cleanPlainText(text))
