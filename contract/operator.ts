import { z } from 'zod'
import { claimNames, figures } from './claims.ts'
import { email, pastedEmail } from './credentials.ts'
import {
  legalBody,
  legalDocument,
  legalErrors,
  legalSection,
  legalSummary,
  legalText,
  publishedText,
} from './legal-texts.ts'
import { actionReason } from './moderation.ts'
import { optionalPhone } from './phones.ts'
import { route } from './route.ts'
import { day, typedText, version } from './values.ts'

/** Null when empty. */
const optional = (schema: z.ZodType<string, string>) =>
  z.preprocess(
    (typed) => typed ?? '',
    schema.transform((text) => text || null),
  )

/** For subjects and titles. */
const oneLine = (limits: Parameters<typeof typedText>[0]) =>
  typedText(limits).refine((text) => !/[\r\n<>]/.test(text), 'Escríbelo en una línea, sin < ni >')

export const testimonial = z.object({
  name: typedText({ min: 1, max: 80, message: 'Escribe de quién es' }),
  /** What the person is, such as «Paciente de fisioterapia, Pocitos». */
  role: typedText({ min: 1, max: 120, message: 'Escribe de qué es paciente, o qué hace' }),
  content: typedText({ min: 10, max: 400, message: 'Escribe lo que cuenta, en una frase' }),
  rating: z.number().int().min(1).max(5),
  /** A drawn face that Senda carries; without one, the initials are shown. */
  face: z.enum(['lucia', 'martin', 'ana-clara']).nullable(),
})
export type Testimonial = z.output<typeof testimonial>

export const maxTestimonials = 12
export const maxEmergencyNumbers = 6
const figureNames = Object.keys(figures) as (keyof typeof figures)[]

/** The operator's own words on pages and in mails. */
export const operatorWords = z.object({
  name: oneLine({ min: 2, max: 40, message: 'Escribe el nombre' }),
  claim: oneLine({ min: 3, max: 80, message: 'Escribe el lema' }),
  email: pastedEmail.pipe(email),
  phone: optional(optionalPhone),
  address: optional(typedText({ max: 150 })),
  legalName: oneLine({ min: 2, max: 120, message: 'Escribe el nombre legal' }),
  supportHours: oneLine({ min: 3, max: 80, message: 'Escribe el horario' }),
  widgetHours: oneLine({ min: 3, max: 80, message: 'Escribe el horario' }),
  emergency: z
    .array(
      z.object({
        name: typedText({ min: 2, max: 40, message: 'Escribe de qué es el número' }),
        number: typedText({ min: 3, max: 20, message: 'Escribe el número', plain: true })
          .regex(/^[0-9 +]+$/, 'Escribe el número con cifras')
          .refine((text) => text.replaceAll(/\D/g, '').length >= 3, 'Escribe el número con cifras'),
      }),
    )
    .min(1, 'Deja al menos un número')
    .max(maxEmergencyNumbers),
  claims: z.array(z.enum(claimNames)).max(claimNames.length),
  /** By name; a figure that is left out or empty is not shown. */
  figures: z
    .partialRecord(z.enum(figureNames), typedText({ max: 20 }))
    // In one order, so that equal words are equal texts.
    .transform((typed) =>
      Object.fromEntries(
        Object.entries(typed)
          .filter(([, value]) => value !== '')
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ),
  testimonials: z.array(testimonial).max(maxTestimonials),
  /** Until then the legal pages say that they are a draft. */
  areLegalTextsReviewed: z.boolean(),
})
export type OperatorWords = z.output<typeof operatorWords>

/** As a response has them: nothing is cleaned any more. */
const storedWords = operatorWords.extend({
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  figures: z.partialRecord(z.enum(figureNames), z.string()),
})
const editedWords = z.object({ words: storedWords, version })

export const operator = {
  testimonials: route({
    method: 'GET',
    path: '/testimonials',
    access: 'public',
    summary: 'Lo que cuentan quienes usan el sitio',
    tags: ['Inicio'],
  }).output(z.object({ items: z.array(testimonial) })),
  words: route({
    method: 'GET',
    path: '/staff/operator/words',
    access: ['admin'],
    summary: 'La marca y los textos de quien opera el sitio',
    tags: ['Administración'],
  }).output(editedWords),
  updateWords: route({
    method: 'PUT',
    path: '/staff/operator/words',
    access: ['admin'],
    returns: 'operator.words',
    changes: ['operator.testimonials', 'moderation'],
    summary: 'Cambia la marca y los textos',
    tags: ['Administración'],
  })
    .input(z.object({ words: operatorWords, version, reason: actionReason }))
    .output(editedWords),
  legalText: route({
    method: 'GET',
    path: '/legal-texts/{document}',
    access: 'public',
    summary: 'Los términos o la política de privacidad, por defecto los que rigen hoy',
    tags: ['Inicio'],
  })
    .input(z.object({ document: legalDocument, version: day.optional() }))
    .output(legalText)
    .errors(legalErrors),
  legalTexts: route({
    method: 'GET',
    path: '/staff/operator/legal-texts',
    access: ['admin'],
    summary: 'Las versiones de los textos legales',
    tags: ['Administración'],
  }).output(z.object({ items: z.array(publishedText), earliest: day })),
  previewLegalText: route({
    method: 'POST',
    path: '/staff/operator/legal-texts/preview',
    access: ['admin'],
    changes: [],
    summary: 'Cómo se verá un texto legal',
    tags: ['Administración'],
  })
    .input(z.object({ body: legalBody }))
    .output(z.object({ sections: z.array(legalSection) })),
  publishLegalText: route({
    method: 'POST',
    path: '/staff/operator/legal-texts',
    access: ['admin'],
    changes: ['operator', 'moderation'],
    summary: 'Publica una versión nueva de un texto legal y avisa a todas las cuentas',
    tags: ['Administración'],
  })
    .input(
      z.object({ document: legalDocument, version: day, summary: legalSummary, body: legalBody, reason: actionReason }),
    )
    .output(z.object({ published: z.literal(true) }))
    .errors(legalErrors),
}
