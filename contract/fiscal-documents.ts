import { z } from 'zod'
import { issueParams } from './issue-codes.ts'
import { cursorInput, firstOfMonth, id, pageOf, typedText, version } from './values.ts'

/** What the centre's provider answered for a document: it was issued, and the DGI then accepted or rejected it. */
export const documentStates = ['issued', 'accepted', 'rejected'] as const
export type DocumentState = (typeof documentStates)[number]
/** The words of the screen and of the file. */
export const documentStateNames: Record<DocumentState, string> = {
  issued: 'Emitido',
  accepted: 'Aceptado',
  rejected: 'Rechazado',
}

export const documentKinds = ['sale', 'creditNote', 'debitNote', 'collection', 'collectionReturn'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentKindNames: Record<DocumentKind, string> = {
  sale: 'Venta',
  creditNote: 'Nota de crédito',
  debitNote: 'Nota de débito',
  collection: 'Cobranza',
  collectionReturn: 'Devolución de una cobranza',
}

/** A document of the month. Amounts are integer cents of UYU. `series`, `providerNumber` and `state`: null until they are recorded. */
export const fiscalDocument = z.object({
  internalId: z.string(),
  day: z.string(),
  kind: z.enum(documentKinds),
  /** The type of the DGI: from 111 for a receiver with a RUT. */
  typeCode: z.number().int(),
  totalCents: z.number().int(),
  series: z.string().nullable(),
  providerNumber: z.number().int().nullable(),
  state: z.enum(documentStates).nullable(),
  version,
})
export type FiscalDocument = z.output<typeof fiscalDocument>

export const documentsPage = pageOf(fiscalDocument)
export const documentsOfMonth = z.object({ centerId: id, month: firstOfMonth, ...cursorInput })

const maxNumber = 9_999_999
const wrongSeries = 'Son una o dos letras, como A'
const wrongNumber = 'Escribe el número del documento, sin puntos'
const invalid = issueParams('invalid')

/** The number that the provider gave a document. */
export const documentNumber = z.object({
  series: typedText({ min: 1, max: 2, message: wrongSeries, clean: (text) => text.trim().toUpperCase() }).refine(
    (text) => text === '' || /^[A-Z]{1,2}$/.test(text),
    { error: wrongSeries, params: invalid },
  ),
  providerNumber: z.number(wrongNumber).int(wrongNumber).min(1, wrongNumber).max(maxNumber, wrongNumber),
  state: z.enum(documentStates),
})
export type DocumentNumber = z.output<typeof documentNumber>

export const internalId = z.string().regex(/^[VCB]-[0-9a-f-]{1,50}$/)

/** Bounds of a file of numbers. */
export const numbersFile = { lines: 3000, characters: 200_000 }
/** What is said of a larger one. */
export const numbersInParts = `El archivo es demasiado largo: súbelo en partes de hasta ${numbersFile.lines} líneas`

/** The lines of a file: `internal id;series;number;state`, also with commas or tabs. */
export const numbersText = z
  .string()
  .min(1, 'El archivo está vacío')
  .max(numbersFile.characters, { error: numbersInParts, abort: true })
  .refine((text) => text.split('\n').length <= numbersFile.lines + 1, {
    error: numbersInParts,
    params: invalid,
  })

/** Why a line of the file was refused. */
export const lineFaults = ['columns', 'series', 'number', 'state', 'unknown', 'repeated', 'taken'] as const
export type LineFault = (typeof lineFaults)[number]
/** `line`: from 1, as an editor counts. */
export const recordedNumbers = z.object({
  recorded: z.number().int(),
  refused: z.array(z.object({ line: z.number().int(), fault: z.enum(lineFaults) })),
})
