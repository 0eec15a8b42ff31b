import { documentRefusals } from '#contract/files.ts'
import { errorCode, errorMessage, isConnectionLoss, refusedFields } from '#web/platform/error-message.ts'

import { stepOfFile, stepOfKey } from './registration-steps.ts'
import { type FileField, fileFields } from './registration-values.ts'

export type RegistrationError = {
  message: string
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
  const field = unusableFile(error)
  if (field) return { ...withoutStep, files: { [field]: errorMessage(error) }, step: stepOfFile[field] }
  const refused = refusedFields(error)
  return refused.length > 0 ? { ...withoutStep, ...placesOf(refused) } : withoutStep
}

function unusableFile(error: unknown): FileField | undefined {
  if (!['files.not_an_image', ...documentRefusals].includes(errorCode(error) ?? '')) return undefined
  const { data } = error as { data?: { field?: unknown } }
  return fileFields.find((name) => name === data?.field)
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

export class MissingCredentials extends Error {
  override message = missingCredentials
}
