import { PdfBytes, TooMuchWorkError } from './pdf-bytes.ts'
import { opensWithoutPassword } from './pdf-password.ts'
import { isDictionary, isReference, type PdfDictionary, type PdfValue } from './pdf-values.ts'

/** How far before its type a cross-reference stream may begin: far more than its dictionary is long. */
const maxDictionaryBytes = 8 * 1024

/**
 * Whether a reader must ask for a password to open a PDF: its last trailer, or the dictionary of its last cross-reference stream,
 * names an /Encrypt dictionary whose password for readers is not empty. One that only restricts printing or editing has an empty
 * one. What can't be verified counts as locked, and so does what would take too long.
 */
export function needsPassword(content: Uint8Array): boolean {
  try {
    return isLocked(new PdfBytes(content))
  } catch (error) {
    if (error instanceof TooMuchWorkError) return true
    throw error
  }
}

function isLocked(pdf: PdfBytes): boolean {
  const table = numberAfter(pdf, pdf.lastIndexOf('startxref'), 'startxref')
  const trailer = table === undefined ? undefined : trailerOfTable(pdf, table)
  if (trailer !== undefined) return isTrailerLocked(pdf, trailer)
  // A reader repairs a file whose reference leads nowhere by searching all of it.
  return someTrailer(pdf, (entries) => isTrailerLocked(pdf, entries))
}

function isTrailerLocked(pdf: PdfBytes, trailer: PdfDictionary): boolean {
  if (!trailer.has('Encrypt')) return false
  const encryption = dictionaryOf(pdf, trailer.get('Encrypt'))
  const ids = trailer.get('ID')
  const id = Array.isArray(ids) ? ids[0] : undefined
  if (encryption === undefined) return true
  pdf.spendOnPassword()
  return !opensWithoutPassword({ encryption, id: Buffer.isBuffer(id) ? id : Buffer.alloc(0) })
}

/** A dictionary, or the one that a reference names: its last version stands last. */
function dictionaryOf(pdf: PdfBytes, value: PdfValue): PdfDictionary | undefined {
  if (isDictionary(value)) return value
  if (!isReference(value)) return undefined
  const head = `${value.object} ${value.generation} obj`
  for (let at = pdf.lastIndexOf(head); at > 0; at = pdf.lastIndexOf(head, at - 1)) {
    const isWhole = !/\d/.test(pdf.text(at - 1, at))
    if (isWhole) return pdf.dictionaryAt(at + head.length)
  }
  return undefined
}

/** The dictionary of the cross-reference table or stream at a place; undefined if there is none. */
function trailerOfTable(pdf: PdfBytes, table: number): PdfDictionary | undefined {
  const head = pdf.text(table, table + 64)
  if (/^\s*xref\b/.test(head)) {
    const trailer = pdf.indexOf('trailer', table)
    return trailer < 0 ? undefined : pdf.dictionaryAt(trailer + 'trailer'.length)
  }
  const object = /^\s*\d+\s+\d+\s+obj/.exec(head)
  return object ? pdf.dictionaryAt(table + object[0].length) : undefined
}

/** Whether this is so of some dictionary that may be a trailer, in a file whose own references lead nowhere. */
function someTrailer(pdf: PdfBytes, isSo: (trailer: PdfDictionary) => boolean): boolean {
  for (let at = pdf.indexOf('trailer'); at >= 0; at = pdf.indexOf('trailer', at + 1)) {
    const dictionary = pdf.dictionaryAt(at + 'trailer'.length)
    if (dictionary !== undefined && isSo(dictionary)) return true
  }
  // An object that begins before the type before was read with that one.
  for (let before = 0, at = pdf.indexOf('/XRef'); at >= 0; before = at, at = pdf.indexOf('/XRef', at + 1)) {
    const object = pdf.lastIndexOf('obj', at, Math.max(before, at - maxDictionaryBytes))
    const dictionary = object < 0 ? undefined : pdf.dictionaryAt(object + 'obj'.length)
    if (dictionary !== undefined && isSo(dictionary)) return true
  }
  return false
}

function numberAfter(pdf: PdfBytes, at: number, word: string): number | undefined {
  if (at < 0) return undefined
  const found = /^\s*(\d{1,10})/.exec(pdf.text(at + word.length, at + word.length + 32))
  return found ? Number(found[1]) : undefined
}
