import { pdfStart } from '#contract/files.ts'
import { needsPassword } from './pdf-encryption.ts'

/** Readers look for the end mark in the last kilobyte; a truncated file has none. */
const endWithin = 1024
const beginning = /^%PDF-[12]\.\d/
const end = '%%EOF'

export type PdfFault = 'not_a_pdf' | 'cut_off' | 'locked'

/**
 * Why the content is not a complete PDF that every reader opens, whatever its name; undefined if it is one. A program, an
 * archive or a page that only contains a PDF does not count.
 */
export async function faultOfPdf(uploaded: Uint8Array): Promise<PdfFault | undefined> {
  const start = pdfStart(uploaded)
  if (start === undefined) return 'not_a_pdf'
  const content = withoutPadding(uploaded.subarray(start))
  const text = (from: number, to?: number) => Buffer.from(content.subarray(from, to)).toString('latin1')
  if (!beginning.test(text(0, 16))) return 'not_a_pdf'
  // Other formats begin like a PDF, such as those of drawing programs.
  if ((await mimeOf(content)) !== 'application/pdf') return 'not_a_pdf'
  if (!text(Math.max(0, content.length - endWithin)).includes(end)) return 'cut_off'
  return needsPassword(content) ? 'locked' : undefined
}

/** Whether the content begins like a picture of any format. Only decoding it tells whether it is a complete one. */
export async function isPictureFile(content: Uint8Array): Promise<boolean> {
  return (await mimeOf(content))?.startsWith('image/') ?? false
}

async function mimeOf(content: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  return found?.mime
}

/** Removes the zeros or line ends that some programs add behind a PDF, and readers ignore. */
function withoutPadding(content: Uint8Array): Uint8Array {
  let length = content.length
  while (length > 0 && [0, 9, 10, 13, 32].includes(content[length - 1] ?? -1)) length -= 1
  return content.subarray(0, length)
}
