import { fileURLToPath } from 'node:url'
import { pesos } from '#contract/money.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'
import type { StatementSection } from './statement.ts'

/** `operatorName`: a thread does not share the `brand` of contract/brand.ts. */
export type StatementHead = {
  centerName: string
  month: string
  sections: readonly StatementSection[]
  now: Date
  operatorName: string
}

const monthName = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const softColor = '#55616a'
const inkColor = '#1d2b30'

type Document = PDFKit.PDFDocument

/** Yields the statement of a month as a PDF. It runs in a thread of its own: statement-pdf-thread.ts. */
export async function* writeStatement(head: StatementHead): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { default: PdfDocument } = await import('pdfkit')
  const month = monthName.format(new Date(`${head.month}T00:00:00Z`))
  const document = new PdfDocument({
    size: 'A4',
    margin: 56,
    lang: 'es-UY',
    displayTitle: true,
    info: { Title: `Estado de cuenta de ${month}`, Author: head.operatorName, CreationDate: head.now },
    font: font('DejaVuSans'),
  })
  document.registerFont('text', font('DejaVuSans')).registerFont('bold', font('DejaVuSans-Bold'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  document.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  document.font('bold').fontSize(20).fillColor(inkColor).text(`Estado de cuenta de ${month}`)
  document.moveDown(0.3).fontSize(13).text(head.centerName)
  document
    .font('text')
    .fontSize(9.5)
    .fillColor(softColor)
    .text(
      `Descargado de ${head.operatorName} el ${dateAndTime(head.now)}. Importes en pesos uruguayos. No es una factura.`,
    )
  for (const section of head.sections) writeSection(document, section)
  document.end()
  await ended
  yield* chunks
}

function writeSection(document: Document, { title, lines }: StatementSection): void {
  const { left, right, bottom } = document.page.margins
  const width = document.page.width - left - right
  document.moveDown(1.2)
  if (document.y + 90 > document.page.height - bottom) document.addPage()
  document.font('bold').fontSize(13).fillColor(inkColor).text(title)
  document.moveDown(0.4).fontSize(10.5)
  for (const { label, cents, isSum } of lines) {
    if (document.y + 30 > document.page.height - bottom) document.addPage()
    const y = document.y
    const amount = cents < 0 ? `−${pesos(-cents)}` : pesos(cents)
    document.font(isSum ? 'bold' : 'text').text(amount, left + width * 0.7, y, { width: width * 0.3, align: 'right' })
    document.text(label, left, y, { width: width * 0.68 })
    document.moveDown(0.35)
  }
  document.x = left
}
