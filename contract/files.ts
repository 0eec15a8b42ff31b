import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'

export const pictureMaxBytes = 3_000_000
export const documentMaxBytes = 10_000_000
export const documentMaxPictures = 10
/** An A4 page at 200 dots per inch, on which the small print of a document stays readable. */
export const documentPagePixels = 1654 * 2339
export const tooLargePicture = 'La imagen es demasiado grande'
export const tooLargeDocument = `El documento puede pesar hasta ${documentMaxBytes / 1_000_000} MB`
export const tooManyPictures = `Un documento puede tener hasta ${documentMaxPictures} fotos`
export const picture = z.file().max(pictureMaxBytes, tooLargePicture)
/** One PDF or one picture, or several pictures in the order of their pages, of which the server makes one PDF. */
export const document = z.union([
  z.file().max(documentMaxBytes, tooLargeDocument),
  z
    .array(z.file())
    .min(1)
    .refine((files) => files.length <= documentMaxPictures, tooManyPictures)
    .refine((files) => files.reduce((sum, file) => sum + file.size, 0) <= documentMaxBytes, tooLargeDocument),
])

const inField = z.object({ field: z.string() })

/** The codes of what a document may be refused for. */
export const documentRefusals = ['files.not_a_pdf', 'files.pdf_cut_off', 'files.pdf_locked'] as const
export type DocumentRefusal = (typeof documentRefusals)[number]

export const documentErrors = {
  'files.not_a_pdf': {
    status: 422,
    message: 'Ese archivo no es un PDF ni una foto, aunque su nombre lo diga. Guárdalo como PDF y súbelo de nuevo.',
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

export const pdfAmongPictures = 'Envía un solo PDF, o solo fotos.'

/** Why no page can be made of a picture. */
export type PictureFault = 'unreadable' | 'too_many_pixels' | 'too_heavy'

const pictureFaults = {
  unreadable: 'no se puede abrir o está incompleta. Quítala y toma otra: sirven JPG, PNG y WebP.',
  too_many_pixels: 'tiene demasiados píxeles. Quítala y toma otra con menos resolución.',
  too_heavy: 'pesa demasiado para ser una página. Quítala y toma otra con mejor luz.',
} as const satisfies Record<PictureFault, string>

/** Names the picture by its place, which counts from one, and says what to do. */
export function refusePicture(fault: PictureFault, { place, of }: { place: number; of: number }): string {
  return `${of === 1 ? 'La foto' : `La foto ${place}`} ${pictureFaults[fault]}`
}

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
