/** A value of a PDF. Texts are their bytes; what is none of these, such as a list's keyword, is undefined. */
export type PdfValue = number | boolean | Buffer | PdfName | PdfReference | PdfValue[] | PdfDictionary | undefined
export type PdfDictionary = Map<string, PdfValue>
type PdfName = { name: string }
type PdfReference = { object: number; generation: number }

export const isDictionary = (value: PdfValue): value is PdfDictionary => value instanceof Map
export const isName = (value: PdfValue, name: string) =>
  typeof value === 'object' && 'name' in value && value.name === name
export const isReference = (value: PdfValue): value is PdfReference => typeof value === 'object' && 'object' in value

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))
/** The dictionaries that are read have a dozen entries; a longer one is not read to its end. */
const maxBytes = 8 * 1024
const maxDepth = 10
const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/**
 * The dictionary that begins at a place, after whitespace; undefined if there is none. Of a damaged one what can be read.
 * `readBytes`: how many were visited for it.
 */
export function readDictionary(
  bytes: Buffer,
  from: number,
): { dictionary: PdfDictionary | undefined; readBytes: number } {
  const reader = new Reader(bytes.subarray(from, from + maxBytes))
  const value = reader.startsDictionary() ? reader.readValue(0) : undefined
  return { dictionary: isDictionary(value) ? value : undefined, readBytes: reader.readBytes }
}

class Reader {
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get readBytes(): number {
    return Math.min(this.at, this.bytes.length)
  }

  startsDictionary(): boolean {
    this.skipSpace()
    return this.startsWith('<<')
  }

  readValue(depth: number): PdfValue {
    this.skipSpace()
    if (depth > maxDepth) this.at = this.bytes.length
    if (this.startsWith('<<')) return this.readEntries(depth)
    if (this.startsWith('[')) return this.readList(depth)
    if (this.startsWith('(')) return this.readText()
    if (this.startsWith('<')) return this.readHex()
    if (this.startsWith('/')) return { name: this.readName() }
    return this.readReference() ?? this.readWord()
  }

  private readEntries(depth: number): PdfDictionary {
    const entries: PdfDictionary = new Map()
    this.at += 2
    for (this.skipSpace(); !this.isAtEnd() && !this.startsWith('>>'); this.skipSpace()) {
      if (this.startsWith('/')) entries.set(this.readName(), this.readValue(depth + 1))
      else this.readValue(depth + 1)
    }
    this.at += 2
    return entries
  }

  private readList(depth: number): PdfValue[] {
    const values: PdfValue[] = []
    this.at += 1
    for (this.skipSpace(); !this.isAtEnd() && !this.startsWith(']'); this.skipSpace())
      values.push(this.readValue(depth + 1))
    this.at += 1
    return values
  }

  private readName(): string {
    this.at += 1
    return this.readRegular().replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }

  private readReference(): PdfReference | undefined {
    const byte = this.bytes[this.at] ?? 0
    if (byte < 0x30 || byte > 0x39) return undefined
    const [reference, object, generation] =
      /^(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}R(?![\w.])/.exec(this.bytes.toString('latin1', this.at, this.at + 40)) ?? []
    if (reference === undefined) return undefined
    this.at += reference.length
    return { object: Number(object), generation: Number(generation) }
  }

  private readWord(): PdfValue {
    const word = this.readRegular()
    if (word === '') {
      // A stray delimiter.
      this.at += 1
      return undefined
    }
    if (/^[+-]?[\d.]{1,20}$/.test(word)) return Number(word)
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  }

  private readRegular(): string {
    const from = this.at
    while (!this.isAtEnd() && !whitespace.has(this.bytes[this.at] ?? 0) && !delimiters.has(this.bytes[this.at] ?? 0))
      this.at += 1
    return this.bytes.toString('latin1', from, this.at)
  }

  private readHex(): Buffer {
    const end = this.bytes.indexOf(0x3e, this.at)
    const digits = this.bytes
      .toString('latin1', this.at + 1, end < 0 ? this.bytes.length : end)
      .replaceAll(/[^\da-f]/gi, '')
    this.at = end < 0 ? this.bytes.length : end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  /** A text in parentheses, which may contain others and escaped ones. */
  private readText(): Buffer {
    const text: number[] = []
    this.at += 1
    for (let depth = 1; !this.isAtEnd(); ) {
      const byte = this.bytes[this.at] ?? 0
      this.at += 1
      if (byte === 0x28) depth += 1
      if (byte === 0x29) depth -= 1
      if (depth === 0) break
      // Every line end counts as one line feed.
      if (byte === 13) this.skip('\n')
      if (byte === 0x5c) text.push(...this.readEscape())
      else text.push(byte === 13 ? 10 : byte)
    }
    return Buffer.from(text)
  }

  private readEscape(): number[] {
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3))?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return [Number.parseInt(octal, 8) & 255]
    }
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0)
    this.at += 1
    if (sign === '\r') this.skip('\n')
    return sign === '\r' || sign === '\n' ? [] : [escapes[sign] ?? sign.charCodeAt(0)]
  }

  private skip(sign: string): void {
    if (this.startsWith(sign)) this.at += sign.length
  }

  private skipSpace(): void {
    for (;;) {
      while (whitespace.has(this.bytes[this.at] ?? -1)) this.at += 1
      if (!this.startsWith('%')) return
      while (!this.isAtEnd() && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at += 1
    }
  }

  private startsWith(signs: string): boolean {
    for (let n = 0; n < signs.length; n += 1) {
      if (this.bytes[this.at + n] !== signs.charCodeAt(n)) return false
    }
    return true
  }

  private isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
}
