import type { PictureOfPage } from './images.ts'

/** The sides of A4 in points. */
const a4 = { short: 595.28, long: 841.89 }

/** Yields a PDF with one picture on each page. A page has the shape of its picture, and is as large as fits on a sheet of A4. */
export async function* writePagesPdf({
  head: { title, now },
  parts,
}: {
  head: { title: string; now: Date }
  parts: AsyncGenerator<PictureOfPage>
}): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Loaded on first use, because the server's start does not need it.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ autoFirstPage: false, lang: 'es-UY', info: { Title: title, CreationDate: now } })
  const written: Uint8Array<ArrayBuffer>[] = []
  document.on('data', (chunk: Uint8Array<ArrayBuffer>) => written.push(chunk))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  for await (const { content, width, height } of parts) {
    const sheet = width > height ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long }
    const scale = Math.min(sheet.width / width, sheet.height / height)
    const page = { width: width * scale, height: height * scale }
    document.addPage({ size: [page.width, page.height], margin: 0 })
    // A part of a message is no Buffer any more, which is all that pdfkit reads.
    document.image(Buffer.from(content.buffer, content.byteOffset, content.byteLength), 0, 0, page)
    yield* written.splice(0)
  }
  document.end()
  await ended
  yield* written
}
