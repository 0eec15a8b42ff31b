/**
 * What Unicode says is shown as nothing, such as zero-width spaces, soft hyphens and direction marks, and control characters.
 * Users don't type them, but programs from which they paste add them, and they can make one name look like another. Joiners,
 * variation selectors and the tags of a flag are not included, because emoji consist of them. */
const invisible =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f\u3164\uffa0\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|(?![\t\n\r])\p{Cc}/gu
/** The tags that follow no black flag: only a flag as England's has some, up to seven. */
const strayTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]/gu
/**
 * Spaces of fixed width or without a line break, as word processors and messages insert them, and what looks like a space: the
 * empty pattern of Braille and the Hangul fillers, which Unicode calls letters. */
const unusualSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]/gu
/** Joiners, variation selectors and tags: part of emoji, but never of a name, a number, a code or an address. */
const joiner = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0020}-\u{e007f}]/gu
/** Hyphens that don't break, dashes and the minus sign. */
const unusualHyphen = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu

/** What a person sees of a pasted text. Letters, accents and line breaks stay. */
export function cleanText(text: string): string {
  // A form that is sent without scripts has two characters for each end of a line.
  return text.replace(/\r\n?/g, '\n').replace(invisible, '').replace(strayTag, '').replace(unusualSpace, ' ')
}

/**
 * Cleans what has only plain characters, such as a telephone number, a code, an address or an amount: digits and letters of full
 * width become usual ones, and every hyphen and space the one that a keyboard types. */
export function cleanPlainText(text: string): string {
  // Normalised first: the vertical dash of Chinese type becomes a usual dash, which is then a hyphen.
  return cleanMarks(text.normalize('NFKC')).normalize('NFKC').trim()
}

/** A name without the parts of emoji, which between two letters are invisible. */
export const withoutJoiners = (text: string) => cleanText(text.replace(joiner, ''))

/** Removes invisible marks and normalises hyphens and spaces. The letters stay. */
export function cleanMarks(text: string): string {
  return withoutJoiners(text).replace(unusualHyphen, '-')
}

/** A typed number for a pattern of digits. A text that is far too long stays as it is, and is then refused. */
export const cleanDigits = (text: string) => (text.length > 100 ? text : cleanPlainText(text))
