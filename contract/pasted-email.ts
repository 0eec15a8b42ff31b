import { cleanMarks } from './pasted-text.ts'

/** Longer than any pasted address with a name and a subject. */
const maxLength = 1000
const fullWidth = /[\uff01-\uff5e]/g
const fullWidthOffset = 0xfee0

/**
 * The e-mail address in a pasted text: without invisible marks, and out of a link (`mailto:ana@example.uy?subject=Hola`) or of
 * angle brackets (`Ana <ana@example.uy>`). Letters of other alphabets stay, so that no address becomes another person's. A text
 * that is far too long stays as it is, and is then refused. */
export function cleanEmail(text: string): string {
  if (text.length > maxLength) return text
  const plain = cleanMarks(text)
    .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset))
    .trim()
  const inBrackets = plain.endsWith('>') ? plain.slice(plain.lastIndexOf('<') + 1, -1).trim() : plain
  const isLink = /^mailto:/i.test(inBrackets)
  return isLink ? (inBrackets.slice('mailto:'.length).split('?', 1)[0] ?? '').trim() : inBrackets
}
