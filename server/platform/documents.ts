import { fileTypeFromBuffer } from 'file-type'

/** A reader looks for the end mark in the last kilobyte: what was cut off on the way has none. */
const endWithin = 1024
const beginning = /^%PDF-[12]\.\d/
const end = '%%EOF'

/**
 * Whether the content is a PDF from its first byte to its last, whatever its name says. One that begins as something else
 * (a program, an archive, a page) and only contains a PDF is none.
 */
export async function isPdf(content: Uint8Array): Promise<boolean> {
  const text = (from: number, to?: number) => Buffer.from(content.subarray(from, to)).toString('latin1')
  if (!beginning.test(text(0, 16)) || !text(Math.max(0, content.length - endWithin)).includes(end)) return false
  // It may also be another format that begins like one, as that of a drawing program.
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  return found?.mime === 'application/pdf'
}
