import { z } from 'zod'

/** The messages for known string formats, by name; any other format has `badFormat`. */
const formats: Record<string, string> = {
  email: 'Por favor ingresa un email válido',
  url: 'Escribe la dirección completa, con https://',
  uuid: 'No es un identificador válido',
  date: 'No es una fecha válida',
  datetime: 'No es una fecha y hora válidas',
  time: 'No es una hora válida',
}
const badFormat = 'El formato no es válido'

/** Default messages of schemas without their own. Users read them, so they are short and Spanish instead of zod's English. */
export const spanishMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'Completa este dato'
        : 'Este dato no es del tipo esperado'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return formats[issue.format] ?? badFormat
    case 'not_multiple_of':
      return `Tiene que ser múltiplo de ${String(issue.divisor)}`
    case 'invalid_value':
    case 'invalid_union':
      return 'Elige una de las opciones'
    case 'unrecognized_keys':
      return `Sobran datos que no conocemos: ${issue.keys.join(', ')}`
    case 'custom':
    case 'invalid_key':
    case 'invalid_element':
      return 'Este dato no es válido'
  }
}

type Bound<Issue> = Pick<Issue, Extract<keyof Issue, 'origin' | 'minimum' | 'maximum' | 'inclusive'>>

function tooSmall({ origin, minimum, inclusive }: Bound<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string')
    return Number(minimum) <= 1 ? 'Completa este dato' : `Escribe al menos ${String(minimum)} caracteres`
  if (origin === 'array' || origin === 'set') return `Elige al menos ${String(minimum)}`
  if (origin === 'file') return 'El archivo está vacío'
  if (origin === 'date') return 'La fecha es demasiado temprana'
  return `Tiene que ser ${inclusive === false ? 'más de' : 'como mínimo'} ${String(minimum)}`
}

function tooBig({ origin, maximum, inclusive }: Bound<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `Puede tener hasta ${String(maximum)} caracteres`
  if (origin === 'array' || origin === 'set') return `Puede haber hasta ${String(maximum)}`
  if (origin === 'file') return 'El archivo es demasiado grande'
  if (origin === 'date') return 'La fecha es demasiado tardía'
  return `Tiene que ser ${inclusive === false ? 'menos de' : 'como máximo'} ${String(maximum)}`
}

// A side effect of the import, on both sides and before any schema runs: the contract's schemas import this file.
z.config({ localeError: spanishMessage })
