import { cleanMarks } from './pasted-text.ts'
import { parseUrl } from './urls.ts'

/** This is longer than any pasted address with a name and a subject. */
const maxLength = 1000
const fullWidth = /[\uff01-\uff5e]/g
const fullWidthOffset = 0xfee0

/**
 * The e-mail address in a pasted text: without invisible marks and the punctuation of its sentence, and out of a link
 * (`mailto:ana@example.uy?subject=Hola`) or of angle brackets (`Ana <ana@example.uy>`). Letters of other alphabets stay, so that
 * no address becomes another person's; those of an international domain are written as mail servers know it. A text that is far
 * too long stays as it is, and is then refused. */
export function cleanEmail(text: string): string {
  if (text.length > maxLength) return text
  const plain = withoutEnding(
    cleanMarks(text).replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset)),
  )
  const inBrackets = plain.endsWith('>') ? plain.slice(plain.lastIndexOf('<') + 1, -1).trim() : plain
  const isLink = /^mailto:/i.test(inBrackets)
  const address = isLink ? (inBrackets.slice('mailto:'.length).split('?', 1)[0] ?? '') : inBrackets
  return withAsciiDomain(withoutEnding(address))
}

/** Removes what follows an address in a sentence or a list. No address ends with these characters. */
const withoutEnding = (text: string) =>
  text
    .trim()
    .replace(/[.,;]{1,3}$/, '')
    .trimEnd()

/**
 * `ana@señal.uy` becomes `ana@xn--seal-hqa.uy`. A letter that only looks like an ASCII one, and one of another alphabet, stays and
 * is then refused.
 */
function withAsciiDomain(address: string): string {
  const [, local, domain] = /^([^@]{1,64}@)([\p{Script=Latin}\p{M}\p{N}.-]{1,255})$/u.exec(address) ?? []
  if (local === undefined || domain === undefined) return address
  const labels = domain.split('.').map((label) => (isAscii(label) ? label : asciiLabel(label)))
  return labels.includes(undefined) ? address : local + labels.join('.')
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

function asciiLabel(label: string): string | undefined {
  const name = parseUrl(`http://${label}.uy`)?.hostname.slice(0, -'.uy'.length) ?? ''
  return name.startsWith('xn--') && !name.includes('.') ? name : undefined
}
