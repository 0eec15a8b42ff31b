import { z } from 'zod'

import { errorCode, errorMessage, isConnectionLoss } from '#web/platform/error-message.ts'

import { stepOfFile, stepOfKey } from './registration-steps.ts'
import { type FileField, fileFields } from './registration-values.ts'

/** Why a registration failed, and the step where the visitor can correct it. */
export type RegistrationError = {
  message: string
  /** Whether the address already has an account. */
  taken: boolean
  /** The refused fields, by their dotted names in the form. */
  fields: readonly { name: string; message: string }[]
  files: Partial<Record<FileField, string>>
  /** The first step with an error; undefined when no typed value causes it. */
  step: number | undefined
}

export const missingCredentials = 'Email y contraseña requeridos'
const unexpected = 'Ocurrió un error inesperado, vuelve a intentar.'
const nothingLost = 'No se perdió nada de lo que escribiste.'

const invalidRequest = z.object({
  code: z.literal('request.invalid'),
  data: z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) }),
})
const unusableFile = z.object({
  code: z.enum(['files.not_an_image', 'files.not_a_pdf']),
  message: z.string(),
  data: z.object({ field: z.enum(fileFields) }),
})

export function registrationError(error: unknown): RegistrationError {
  const withoutStep = { message: sentenceOf(error), taken: false, fields: [], files: {}, step: undefined }

  if (errorCode(error) === 'centers.email_taken') {
    return {
      ...withoutStep,
      taken: true,
      fields: [{ name: 'accessData.email', message: withoutStep.message }],
      step: 1,
    }
  }
  const file = unusableFile.safeParse(error).data
  if (file) {
    const { field } = file.data
    return { ...withoutStep, files: { [field]: file.message }, step: stepOfFile[field] }
  }
  const invalid = invalidRequest.safeParse(error).data
  return invalid ? { ...withoutStep, ...placesOf(invalid.data.fields) } : withoutStep
}

/** The request contains the form in one part and each file in another, so paths are `form.centerInfo.address` or `logo`. */
function placesOf(refusedFields: readonly { path: string; message: string }[]) {
  const fields: { name: string; message: string }[] = []
  const files: Partial<Record<FileField, string>> = {}
  const steps: number[] = []
  for (const { path, message } of refusedFields) {
    const name = path.replace(/^form\./, '').replace(/\[(\d+)\]/g, '.$1')
    const file = fileFields.find((field) => field === name)
    const step = file ? stepOfFile[file] : stepOfKey(name.split('.')[0] ?? '')
    if (file) files[file] = message
    else if (step) fields.push({ name, message })
    if (step) steps.push(step)
  }
  const [step] = steps.toSorted((one, other) => one - other)
  return { fields, files, step }
}

function sentenceOf(error: unknown): string {
  if (error instanceof MissingCredentials) return error.message
  if (isConnectionLoss(error)) return `${errorMessage(error)} ${nothingLost}`
  return errorCode(error) === undefined ? unexpected : errorMessage(error)
}

/** A registration needs an address and a password. */
export class MissingCredentials extends Error {
  override message = missingCredentials
}
