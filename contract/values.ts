import './messages.ts'
import { z } from 'zod'
import { modalities } from './modalities.ts'
import { cleanPlainText, cleanText } from './pasted-text.ts'
import { serviceSlugs, specialtyKeys } from './specialty-keys.ts'

// Schemas that several nouns share.

export const id = z.uuid({ error: 'No es un identificador válido' })
/** An instant in a request: an ISO string. */
export const instantInput = z.iso.datetime({ error: 'No es una fecha y hora válidas' })
/** An instant in a response, or in the data of an error: a handler passes a Date, and clients read an ISO string. */
export const instant = z.preprocess((at: Date | string) => (at instanceof Date ? at.toISOString() : at), instantInput)
/** A local day, YYYY-MM-DD, within the range of plausible birth dates and appointments. */
export const day = z.iso
  .date({ error: 'No es una fecha válida' })
  .refine((text) => text >= '1900-01-01' && text < '2200-01-01', 'No es una fecha válida')
/** A calendar month, by its first day. */
export const firstOfMonth = day.refine(
  (text) => text.endsWith('-01') && text < '2199-01-01',
  'Es el primer día de un mes',
)
/** The first day of a span whose last day must still be a valid `day`. */
export const firstDay = day.refine((text) => text < '2199-01-01', 'No es una fecha válida')
export const serviceSlug = z.enum(serviceSlugs)
export const specialtyKey = z.enum(specialtyKeys)
export const cents = z.number().int().nonnegative()
/**
 * The version of what the caller read of a stored thing, or of the terms that they agree to, as the server gave it. A write
 * that carries another one is refused.
 */
export const version = z.string().min(1).max(64)

/** A character that a reader sees. Some letters, such as the Hangul filler, and the empty pattern of Braille have no shape. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u
const visibleOrEmpty = (text: string) => (visible.test(text) ? text : '')

type TextLimits = {
  max: number
  min?: number
  message?: string
  /** The text has only plain characters, such as a number or the address of a page, and is usually pasted. */
  plain?: boolean
  /** Replaces the default cleaning of the text. */
  clean?: (text: string) => string
}

/**
 * Text that a user types: trimmed and bounded. A text in which nothing is seen becomes empty, and is refused where one is
 * required. The server refuses NUL, which PostgreSQL cannot store, before any schema runs.
 */
export function typedText({
  max,
  min = 0,
  message,
  plain = false,
  clean = plain ? cleanPlainText : cleanText,
}: TextLimits) {
  return (
    z
      .string()
      // A text that is far too long is refused unchanged, before any pattern runs over it.
      .overwrite((text) => (text.length > 4 * max + 1000 ? text : visibleOrEmpty(clean(text))))
      .trim()
      .min(min, message)
      // A text that is too long is not checked any further.
      .max(max, { error: `Puede tener hasta ${max} caracteres`, abort: true })
  )
}

export const modality = z.enum(modalities)

/** A page of a list: pass `nextCursor` as `cursor` to read the next one. */
export const cursorInput = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
}

/** The response of such a list; add facts about the whole list with `.extend`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
