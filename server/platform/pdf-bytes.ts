import { type PdfDictionary, readDictionary } from './pdf-values.ts'

/**
 * What may be done for one file, counted in bytes that a search passes. A file of the largest size can be searched six times;
 * one that some program has damaged needs five. At most 60 kB of dictionaries are read, of which a document has some hundred
 * bytes for each of its versions.
 */
const maxSteps = 60_000_000
/** A search or a reading takes as long as this many bytes before it visits the first one. */
const stepsOfCall = 400
/** Reading a byte of a dictionary, of which each may be a value of its own, takes as long as searching this many. */
const stepsOfReadByte = 1000
const stepsOfPassword = 1_000_000

export class TooMuchWorkError extends Error {}

/**
 * The bytes of an uploaded PDF. All work on them is counted here, because it blocks the process, and a file can be made so that
 * every byte seems to begin something.
 */
export class PdfBytes {
  private readonly bytes: Buffer
  private steps = 0

  constructor(content: Uint8Array) {
    this.bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  }

  indexOf(word: string, from = 0): number {
    const at = this.bytes.indexOf(word, from, 'latin1')
    this.spend((at < 0 ? this.bytes.length : at) - from)
    return at
  }

  /** The last place of a word between two places; `until` is the last one where it may begin. */
  lastIndexOf(word: string, until = this.bytes.length, from = 0): number {
    const part = this.bytes.subarray(from)
    const at = part.lastIndexOf(word, until - from, 'latin1')
    this.spend(until - from - Math.max(at, 0))
    return at < 0 ? -1 : from + at
  }

  text(from: number, to: number): string {
    this.spend(to - from)
    return this.bytes.toString('latin1', from, to)
  }

  dictionaryAt(from: number): PdfDictionary | undefined {
    const { dictionary, readBytes } = readDictionary(this.bytes, from)
    this.spend(readBytes * stepsOfReadByte)
    return dictionary
  }

  spendOnPassword(): void {
    this.spend(stepsOfPassword)
  }

  /** @throws TooMuchWorkError */
  private spend(steps: number): void {
    this.steps += stepsOfCall + Math.max(0, steps)
    if (this.steps > maxSteps) throw new TooMuchWorkError('a PDF takes too long to read')
  }
}
