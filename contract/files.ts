import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'

export const pictureMaxBytes = 3_000_000
export const documentMaxBytes = 10_000_000
export const tooLargePicture = 'La imagen es demasiado grande'
export const tooLargeDocument = `El PDF puede pesar hasta ${documentMaxBytes / 1_000_000} MB`
export const picture = z.file().max(pictureMaxBytes, tooLargePicture)
export const document = z.file().max(documentMaxBytes, tooLargeDocument)

const inField = z.object({ field: z.string() })

/** The codes of what a document may be refused for. */
export const documentRefusals = ['files.not_a_pdf', 'files.pdf_cut_off', 'files.pdf_locked'] as const
export type DocumentRefusal = (typeof documentRefusals)[number]

export const documentErrors = {
  'files.not_a_pdf': {
    status: 422,
    message: 'Ese archivo no es un PDF, aunque su nombre lo diga. Guárdalo como PDF y súbelo de nuevo.',
    data: inField,
  },
  'files.pdf_cut_off': {
    status: 422,
    message: 'El PDF está incompleto: le falta el final. Ábrelo, guárdalo otra vez y súbelo de nuevo.',
    data: inField,
  },
  'files.pdf_locked': {
    status: 422,
    message: 'El PDF tiene contraseña: guárdalo sin ella y súbelo de nuevo.',
    data: inField,
  },
} as const satisfies ErrorMap & Record<DocumentRefusal, unknown>

export const fileErrors = {
  'files.not_an_image': {
    status: 422,
    message: 'Ese archivo no es una imagen que podamos usar. Prueba con una foto JPG, PNG o WebP.',
    data: inField,
  },
  ...documentErrors,
} as const satisfies ErrorMap

const startWithin = 1024
/** This character begins the commands to a printer. */
const printerEscape = '\u001b'
const mark = '%PDF-'
/** This begins another file that contains a PDF: it is not a text, or it starts a page or a script. */
const otherFile = /[^\s -~]|<|^#!/

export const pdfStartBytes = startWithin + mark.length

/**
 * Where a PDF begins, or undefined if the file is none. Readers accept a byte-order mark, line breaks or a header of a printer or
 * a mail program before it. A program, an archive or a page that contains a PDF does not count. */
export function pdfStart(bytes: Uint8Array): number | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, pdfStartBytes))
  const start = head.indexOf(mark)
  if (start === -1) return undefined
  return otherFile.test(head.slice(0, start).replace(/^ï»¿/, '').replaceAll(printerEscape, '')) ? undefined : start
}
