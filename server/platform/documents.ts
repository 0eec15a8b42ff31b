import { isEncryptedPdf } from './pdf-encryption.ts'

/** Readers look for the end mark in the last kilobyte; a truncated file has none. */
const endWithin = 1024
const beginning = /^%PDF-[12]\.\d/
const end = '%%EOF'

/** Why a file can't be stored as a document. */
export type PdfFault = 'not_a_pdf' | 'cut_off' | 'locked'

/**
 * Why the content is not a complete PDF that every reader opens, whatever its name; undefined if it is one. A program, an
 * archive or a page that only contains a PDF does not count.
 */
export async function faultOfPdf(uploaded: Uint8Array): Promise<PdfFault | undefined> {
  const content = withoutPadding(uploaded)
  const text = (from: number, to?: number) => Buffer.from(content.subarray(from, to)).toString('latin1')
  if (!beginning.test(text(0, 16))) return 'not_a_pdf'
  // Other formats begin like a PDF, such as those of drawing programs.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  if (found?.mime !== 'application/pdf') return 'not_a_pdf'
  if (!text(Math.max(0, content.length - endWithin)).includes(end)) return 'cut_off'
  return isEncryptedPdf(content) ? 'locked' : undefined
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Without what some programs add, and readers ignore: a byte-order mark before the PDF, and zeros or line ends behind it. */
function withoutPadding(content: Uint8Array): Uint8Array {
  const start = byteOrderMark.every((byte, at) => content[at] === byte) ? byteOrderMark.length : 0
  let length = content.length
  while (length > start && [0, 9, 10, 13, 32].includes(content[length - 1] ?? -1)) length -= 1
  return content.subarray(start, length)
}
