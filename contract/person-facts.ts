import { z } from 'zod'
import { issueParams } from './issue-codes.ts'
import { isCedula, paddedCedula, taxDigits } from './tax-numbers.ts'
import { typedListText } from './typed-lists.ts'
import { day, typedText } from './values.ts'

export const tagLimits = { one: 'etiqueta', many: 'etiquetas', partMax: 30, max: 10 } as const
export const coverMax = 60
export const noteMax = 1000

export const wrongCedula = 'Esa cédula no es válida: el último número comprueba a los demás. Revísala'

/** As typed with dots and a hyphen; parsed to eight digits, or to an empty text. */
const optionalCedula = typedText({ max: 20, clean: taxDigits })
  .refine((text) => text === '' || isCedula(text), { error: wrongCedula, params: issueParams('invalid') })
  .transform((text) => (text === '' ? '' : paddedCedula(text)))

const optionalDay = typedText({ max: 10 }).refine((text) => text === '' || day.safeParse(text).success, {
  error: 'No es una fecha válida',
  params: issueParams('invalid'),
})

/** What a centre writes about a person beside their name; each is optional, and an empty text removes it. */
export const typedFacts = {
  cedula: optionalCedula,
  birthDate: optionalDay,
  /** A label of cover-labels.ts or another text. */
  cover: typedText({ max: coverMax }),
  /** Separated by commas. */
  tags: typedListText({ max: 400, limits: tagLimits }),
}

export const factsEdit = z.object({ ...typedFacts, note: typedText({ max: noteMax }) })
export type FactsEdit = z.output<typeof factsEdit>

/** What a centre has written about a person. The birth date of a dependant is what their guardian wrote. */
export const personFacts = z.object({
  cedula: z.string().nullable(),
  birthDate: day.nullable(),
  cover: z.string(),
  tags: z.array(z.string()),
})
export type PersonFacts = z.output<typeof personFacts>
