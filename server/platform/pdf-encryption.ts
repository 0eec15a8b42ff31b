import { opensWithoutPassword } from './pdf-password.ts'
import { isDictionary, isReference, type PdfDictionary, type PdfValue, readDictionary } from './pdf-values.ts'

/** Far more than a dictionary before the name of its type. */
const maxDictionaryBytes = 8 * 1024
/** Each later version of a document adds one. */
const maxTrailers = 100

/**
 * Whether a reader must ask for a password to open a PDF: its last trailer, or the dictionary of its last cross-reference stream,
 * names an /Encrypt dictionary whose password for readers is not empty. One that only restricts printing or editing has an empty
 * one. What can't be verified counts as locked.
 */
export function needsPassword(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const table = numberAfter(bytes, bytes.lastIndexOf('startxref'), 'startxref')
  const trailer = table === undefined ? undefined : trailerOfTable(bytes, table)
  // A reader repairs a file whose reference leads nowhere by searching all of it.
  const trailers = trailer === undefined ? searchTrailers(bytes) : [trailer]
  return trailers.some((entries) => entries.has('Encrypt') && !opensByItself(bytes, entries))
}

function opensByItself(bytes: Buffer, trailer: PdfDictionary): boolean {
  const encryption = dictionaryOf(bytes, trailer.get('Encrypt'))
  const ids = trailer.get('ID')
  const id = Array.isArray(ids) ? ids[0] : undefined
  return (
    encryption !== undefined && opensWithoutPassword({ encryption, id: Buffer.isBuffer(id) ? id : Buffer.alloc(0) })
  )
}

/** A dictionary, or the one that a reference names: its last version stands last. */
function dictionaryOf(bytes: Buffer, value: PdfValue): PdfDictionary | undefined {
  if (isDictionary(value)) return value
  if (!isReference(value)) return undefined
  const head = `${value.object} ${value.generation} obj`
  for (
    let at = bytes.lastIndexOf(head), n = 0;
    at > 0 && n < maxTrailers;
    at = bytes.lastIndexOf(head, at - 1), n += 1
  ) {
    const isWhole = !/\d/.test(String.fromCharCode(bytes[at - 1] ?? 0))
    if (isWhole) return readDictionary(bytes, at + head.length)
  }
  return undefined
}

/** The dictionary of the cross-reference table or stream at a place; undefined if there is none. */
function trailerOfTable(bytes: Buffer, table: number): PdfDictionary | undefined {
  const head = bytes.toString('latin1', table, table + 64)
  if (/^\s*xref\b/.test(head)) {
    const trailer = bytes.indexOf('trailer', table)
    return trailer < 0 ? undefined : readDictionary(bytes, trailer + 'trailer'.length)
  }
  const object = /^\s*\d+\s+\d+\s+obj/.exec(head)
  return object ? readDictionary(bytes, table + object[0].length) : undefined
}

/** Every dictionary that may be a trailer, in a file whose own references lead nowhere. */
function searchTrailers(bytes: Buffer): PdfDictionary[] {
  const found: PdfDictionary[] = []
  for (
    let at = bytes.indexOf('trailer');
    at >= 0 && found.length < maxTrailers;
    at = bytes.indexOf('trailer', at + 1)
  ) {
    const dictionary = readDictionary(bytes, at + 'trailer'.length)
    if (dictionary !== undefined) found.push(dictionary)
  }
  for (let at = bytes.indexOf('/XRef'); at >= 0 && found.length < maxTrailers; at = bytes.indexOf('/XRef', at + 1)) {
    const from = Math.max(0, at - maxDictionaryBytes)
    const object = bytes.subarray(from, at).lastIndexOf('obj')
    const dictionary = object < 0 ? undefined : readDictionary(bytes, from + object + 3)
    if (dictionary !== undefined) found.push(dictionary)
  }
  return found
}

function numberAfter(bytes: Buffer, at: number, word: string): number | undefined {
  if (at < 0) return undefined
  const found = /^\s*(\d{1,10})/.exec(bytes.toString('latin1', at + word.length, at + word.length + 32))
  return found ? Number(found[1]) : undefined
}
