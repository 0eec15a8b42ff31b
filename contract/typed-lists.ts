import { z } from 'zod'
import { typedText } from './values.ts'

/** Limits of a list that is typed into one field or stored as entries. `one` and `many` name an entry in messages. */
export type ListLimits = { one: string; many: string; partMax: number; max: number }

export const specialtyLimits = { one: 'especialidad', many: 'especialidades', partMax: 60, max: 20 } as const
export const centerSpecialtyLimits = { ...specialtyLimits, max: 30 } as const
export const centerLanguageLimits = { one: 'idioma', many: 'idiomas', partMax: 40, max: 10 } as const

/** The fewest characters with which a centre describes its services. */
export const servicesListMin = 20

/** The entries of a text, separated by commas, semicolons or line breaks. */
export function listParts(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => part !== '')
}

/** The entries of a typed list, each once. */
export function typedList(text: string): string[] {
  const seen = new Set<string>()
  return listParts(text).filter((part) => {
    const key = part.toLocaleLowerCase('es')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export const listText = (items: readonly string[]): string => items.join(', ')

const partMin = 2
const tooLong = ({ one, partMax }: ListLimits) => `Cada ${one} puede tener hasta ${partMax} caracteres`
const tooMany = ({ many, max }: ListLimits) => `Puedes escribir hasta ${max} ${many}`
const tooShort = ({ one }: ListLimits) => `Cada ${one} necesita al menos ${partMin} letras`

/** The message about what exceeds the limits, also while the list is typed: nothing is cut off silently. */
export function listExcess(text: string, limits: ListLimits): string | undefined {
  const parts = listParts(text)
  const long = parts.find((part) => part.length > limits.partMax)
  if (long !== undefined) return `${tooLong(limits)}: acorta «${long.slice(0, 25).trim()}…»`
  return parts.length > limits.max ? tooMany(limits) : undefined
}

export function typedListText({
  max,
  min = 0,
  message,
  limits,
}: {
  max: number
  min?: number
  message?: string
  limits: ListLimits
}) {
  return typedText({ max, min, ...(message !== undefined && { message }) }).superRefine((text, context) => {
    const parts = listParts(text)
    const fault =
      listExcess(text, limits) ?? (parts.some((part) => part.length < partMin) ? tooShort(limits) : undefined)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
}

export const typedEntries = (limits: ListLimits) =>
  z
    .array(
      typedText({ min: partMin, max: 10_000, message: tooShort(limits) }).pipe(
        z.string().max(limits.partMax, tooLong(limits)),
      ),
    )
    .max(limits.max, tooMany(limits))
