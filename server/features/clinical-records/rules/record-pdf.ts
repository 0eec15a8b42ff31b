import { fileURLToPath } from 'node:url'
import { hasOneName } from '#contract/center-words.ts'
import type { RecordVersion } from '#contract/clinical-records.ts'
import { writtenAsText } from '#contract/person-words.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

export type ExportHead = { name: string; birthDate: string | null; now: Date }

/** `operatorName`: a thread does not share the `brand` of contract/brand.ts. */
export type PdfHead = ExportHead & { operatorName: string }

export type ExportedAppointment = {
  appointmentId: string
  startsAt: Date
  serviceName: string
  professionalName: string
  registrationNumber: string | null
  centerName: string
  worksAlone: boolean
  /** Oldest first. */
  versions: {
    version: number
    authorName: string
    writtenAt: Date
    writtenAs: RecordVersion['writtenAs']
    diagnosis: string
    notes: string
  }[]
}

const longDay = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })

/** PDF's standard fonts lack characters that notes contain, such as ≥ and Greek letters. */
const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const softColor = '#55616a'
const inkColor = '#1d2b30'
const ruleColor = '#d8d2c6'

type Document = PDFKit.PDFDocument

/** Characters of a word that stay together. A line has room for about 75. */
const charactersTogether = 40
const joinsPrevious = /^[\p{M}\u200d]$/u

/** What the font draws as an empty box: a pictogram, and a keycap. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3/u
const emojiWord = '[emoji]'
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Each emoji, also one of several joined characters, becomes one word. */
export function withoutEmoji(text: string): string {
  if (!emoji.test(text)) return text
  return Array.from(graphemes.segment(text), ({ segment }) => (emoji.test(segment) ? emojiWord : segment)).join('')
}

/** With places where a long word may be broken, as pdfkit's time to wrap one word grows with the square of its length. */
function breakable(written: string): string {
  const text = withoutEmoji(written)
  let broken = ''
  let length = 0
  for (const character of text) {
    // A mark stays with its letter, but not any number of them.
    const mayBreak =
      length >= charactersTogether && (!joinsPrevious.test(character) || length >= 1.5 * charactersTogether)
    if (character === ' ' || character === '\n' || character === '\t') length = 0
    else if (mayBreak) {
      broken += '\u200b'
      length = 1
    } else length += 1
    broken += character
  }
  return broken
}

/**
 * Yields the record as a PDF, part by part while the record is read. It computes for long, so it runs in a thread of its own:
 * record-pdf-thread.ts.
 */
export async function* writePdf({
  head,
  batches,
}: {
  head: PdfHead
  batches: AsyncGenerator<ExportedAppointment[]>
}): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Loaded on first use, because the server's start does not need it.
  const { default: PdfDocument } = await import('pdfkit')
  const title = `Historia clínica de ${head.name}`
  const document = new PdfDocument({
    size: 'A4',
    margin: 56,
    lang: 'es-UY',
    displayTitle: true,
    // A compressor for each page takes memory outside of the heap, which no limit of the thread bounds.
    compress: false,
    info: { Title: title, Author: head.operatorName, CreationDate: head.now },
    font: font('DejaVuSans'),
  })
  document.registerFont('text', font('DejaVuSans')).registerFont('bold', font('DejaVuSans-Bold'))
  let written: Uint8Array<ArrayBuffer>[] = []
  document.on('data', (chunk: Uint8Array<ArrayBuffer>) => written.push(chunk))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  const take = () => {
    const chunks = written
    written = []
    return chunks
  }

  writeHead(document, head)
  let isEmpty = true
  for await (const batch of batches) {
    isEmpty = false
    for (const appointment of batch) {
      writeAppointmentHead(document, appointment)
      for (const version of appointment.versions) {
        writeVersion(document, version)
        yield* take()
      }
      document.moveDown(1)
    }
  }
  if (isEmpty)
    document.font('text').fontSize(11).fillColor(inkColor).text('Todavía no hay consultas con historia clínica.')
  document.end()
  await ended
  yield* take()
}

function writeHead(document: Document, { name, birthDate, now, operatorName }: PdfHead): void {
  document.font('bold').fontSize(20).fillColor(inkColor).text('Historia clínica')
  document.moveDown(0.3).fontSize(14).text(breakable(name))
  document.font('text').fontSize(9.5).fillColor(softColor)
  if (birthDate !== null) document.text(`Fecha de nacimiento: ${longDay.format(new Date(`${birthDate}T00:00:00Z`))}`)
  document.text(
    `Descargada de ${operatorName} el ${dateAndTime(now)}. Contiene todas las versiones de cada consulta. Donde se escribió un emoji, dice ${emojiWord}.`,
  )
  document.moveDown(1)
}

/** The height in points of a heading with the first lines of its text, which stay on one page. */
const headingHeight = 110

function writeAppointmentHead(document: Document, appointment: ExportedAppointment): void {
  const { left, right, bottom } = document.page.margins
  if (document.y + headingHeight > document.page.height - bottom) document.addPage()
  document
    .moveTo(left, document.y)
    .lineTo(document.page.width - right, document.y)
    .lineWidth(0.75)
    .strokeColor(ruleColor)
    .stroke()
  document.moveDown(0.7).font('bold').fontSize(12).fillColor(inkColor).text(dateAndTime(appointment.startsAt))
  const { professionalName, registrationNumber, centerName, serviceName } = appointment
  const professional = registrationNumber ? `${professionalName} (registro ${registrationNumber})` : professionalName
  document
    .font('text')
    .fontSize(10)
    .fillColor(softColor)
    .text(breakable(`${serviceName}. ${professional}${hasOneName(appointment) ? '' : `, ${centerName}`}.`))
}

function writeVersion(document: Document, version: ExportedAppointment['versions'][number]): void {
  const { authorName, writtenAt, writtenAs, diagnosis, notes } = version
  const label = version.version === 1 ? 'Escrita' : `Ampliación ${version.version - 1}`
  document.moveDown(0.7).font('text').fontSize(9).fillColor(softColor)
  document.text(breakable(`${label} por ${authorName} el ${dateAndTime(writtenAt)}`))
  if (writtenAs) document.text(breakable(writtenAsText(writtenAs)))
  for (const [heading, text] of [
    ['Diagnóstico', diagnosis],
    ['Notas', notes],
  ] as const) {
    if (text === '') continue
    document.moveDown(0.35).font('bold').fontSize(10).fillColor(inkColor).text(heading)
    document.font('text').fontSize(10.5).text(breakable(text), { lineGap: 2 })
  }
}
