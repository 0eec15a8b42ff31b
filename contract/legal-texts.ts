import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { day, typedText } from './values.ts'

export const legalDocuments = ['terms', 'privacy'] as const
export type LegalDocument = (typeof legalDocuments)[number]
export const legalDocument = z.enum(legalDocuments)

/** The terms and the privacy policy promise to tell a change this many days before it is in effect. */
export const noticeDays = 30

export const legalErrors = {
  'operator.legal_notice_too_short': {
    status: 409,
    message: `Las cuentas tienen que enterarse al menos ${noticeDays} días antes.`,
    data: z.object({ earliest: day }),
  },
  'operator.legal_too_late': { status: 409, message: 'Elige una fecha de aquí a un año.' },
  'operator.legal_version_exists': {
    status: 409,
    message: 'Ya hay una versión que rige desde ese día o desde uno posterior.',
  },
  'operator.legal_unknown_version': { status: 404, message: 'No hay una versión con esa fecha.' },
} as const satisfies ErrorMap

export const legalSection = z.object({ id: z.string(), title: z.string(), html: z.string() })

const legalVersion = z.object({ version: day, summary: z.string() })

/** One document as a page shows it. */
export const legalText = z.object({
  version: day,
  /** The version in effect today. */
  current: day,
  /** Null for the text that comes with the code. */
  sections: z.array(legalSection).nullable(),
  /** The announced version that is not in effect yet. */
  next: legalVersion.nullable(),
  /** The versions before the one in effect that can still be read, newest first. */
  earlier: z.array(day),
})
export type LegalText = z.output<typeof legalText>

/** One published version, as staff see it. */
export const publishedText = legalVersion.extend({
  document: legalDocument,
  /** How many accounts accepted it. */
  acceptances: z.number().int(),
  /** Whether every account has been notified; null for the text that comes with the code. */
  isAnnounced: z.boolean().nullable(),
})

/** The time that a paragraph takes to render grows faster than its marks. */
const marksOfParagraph = 200
const areParagraphsPlain = (text: string) =>
  text.split(/\n[^\S\n]*\n/).every((paragraph) => paragraph.replaceAll(/[^*_[\]`~<]/g, '').length <= marksOfParagraph)

export const legalBody = typedText({
  min: 200,
  max: 100_000,
  message: 'Escribe el texto entero',
})
  .regex(/^\s*## /, 'Empieza con el título de una sección: ## Título')
  .refine(areParagraphsPlain, 'Un párrafo tiene demasiados signos de Markdown (* _ [ ] ` ~)')
export const legalSummary = typedText({ min: 10, max: 500, message: 'Cuenta qué cambia, en una frase' })
