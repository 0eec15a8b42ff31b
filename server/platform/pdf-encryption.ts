const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))
/** A trailer has a dozen entries; a longer one is not read to its end. */
const maxDictionaryBytes = 8 * 1024
/** Each later version of a document adds one. */
const maxTrailers = 100

/**
 * Whether a PDF is encrypted, so that a reader asks for a password or restricts what may be done: its last trailer, or the
 * dictionary of its last cross-reference stream, names an /Encrypt dictionary. Neither is ever encrypted itself.
 */
export function isEncryptedPdf(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const table = numberAfter(bytes, bytes.lastIndexOf('startxref'), 'startxref')
  const dictionary = table === undefined ? undefined : dictionaryOfTable(bytes, table)
  // A reader repairs a file whose reference leads nowhere by searching all of it.
  const dictionaries = dictionary === undefined ? searchTrailers(bytes) : [dictionary]
  return dictionaries.some((at) => namesOf(bytes, at).includes('Encrypt'))
}

/** The dictionary of the cross-reference table or stream at a place; undefined if there is none. */
function dictionaryOfTable(bytes: Buffer, table: number): number | undefined {
  const head = bytes.toString('latin1', table, table + 64)
  if (/^\s*xref\b/.test(head)) {
    const trailer = bytes.indexOf('trailer', table)
    return trailer < 0 ? undefined : openingAfter(bytes, trailer + 'trailer'.length)
  }
  const object = /^\s*\d+\s+\d+\s+obj/.exec(head)
  return object ? openingAfter(bytes, table + object[0].length) : undefined
}

/** Every dictionary that may be a trailer, in a file whose own references lead nowhere. */
function searchTrailers(bytes: Buffer): number[] {
  const found: number[] = []
  for (
    let at = bytes.indexOf('trailer');
    at >= 0 && found.length < maxTrailers;
    at = bytes.indexOf('trailer', at + 1)
  ) {
    const dictionary = openingAfter(bytes, at + 'trailer'.length)
    if (dictionary !== undefined) found.push(dictionary)
  }
  for (let at = bytes.indexOf('/XRef'); at >= 0 && found.length < maxTrailers; at = bytes.indexOf('/XRef', at + 1)) {
    const from = Math.max(0, at - maxDictionaryBytes)
    const object = bytes.subarray(from, at).lastIndexOf('obj')
    const dictionary = object < 0 ? undefined : openingAfter(bytes, from + object + 3)
    if (dictionary !== undefined) found.push(dictionary)
  }
  return found
}

function numberAfter(bytes: Buffer, at: number, word: string): number | undefined {
  if (at < 0) return undefined
  const found = /^\s*(\d{1,10})/.exec(bytes.toString('latin1', at + word.length, at + word.length + 32))
  return found ? Number(found[1]) : undefined
}

function openingAfter(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (whitespace.has(bytes[at] ?? -1)) at += 1
  return bytes[at] === 0x3c && bytes[at + 1] === 0x3c ? at : undefined
}

/** The names directly within the dictionary at a place, without what its texts contain. */
function namesOf(bytes: Buffer, start: number): string[] {
  const names: string[] = []
  const end = Math.min(bytes.length, start + maxDictionaryBytes)
  let depth = 0
  for (let at = start; at < end; ) {
    const sign = String.fromCharCode(bytes[at] ?? 0)
    const pair = sign + String.fromCharCode(bytes[at + 1] ?? 0)
    if (pair === '<<' || pair === '>>') {
      depth += pair === '<<' ? 1 : -1
      if (depth === 0) break
      at += 2
    } else if (sign === '(') at = endOfText(bytes, at, end)
    else if (sign === '<') at = after(bytes, at, 0x3e, end)
    else if (sign === '%') at = endOfLine(bytes, at, end)
    else if (sign === '/') {
      const from = at + 1
      at = from
      while (at < end && !whitespace.has(bytes[at] ?? 0) && !delimiters.has(bytes[at] ?? 0)) at += 1
      const name = bytes.toString('latin1', from, at)
      if (depth === 1) names.push(name.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => fromHex(hex)))
    } else at += 1
  }
  return names
}

const fromHex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

/** Behind a text in parentheses, which may contain others and escaped ones. */
function endOfText(bytes: Buffer, start: number, end: number): number {
  let depth = 0
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === 0x5c) at += 1
    else if (bytes[at] === 0x28) depth += 1
    else if (bytes[at] === 0x29) depth -= 1
    if (depth === 0) return at + 1
  }
  return end
}

function endOfLine(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at += 1
  return at
}

function after(bytes: Buffer, start: number, sign: number, end: number): number {
  const at = bytes.subarray(start, end).indexOf(sign)
  return at < 0 ? end : start + at + 1
}
