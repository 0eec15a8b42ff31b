import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { errorCode, errorMessage } from './error-message.ts'
import { refusedFields } from './refused-fields.ts'

/**
 * Shows beside a form's fields, or over the form, what sending it has thrown.
 * `fields`: those that the server knows by the same name. `codes`: which field an error of the contract is about.
 */
export function refuse<Values extends FieldValues>(
  form: { setError: UseFormSetError<Values> },
  error: unknown,
  o: { fields?: readonly FieldPath<Values>[]; codes?: Record<string, FieldPath<Values>> } = {},
): void {
  const code = errorCode(error)
  const about = code === undefined ? undefined : o.codes?.[code]
  if (about) {
    form.setError(about, { message: errorMessage(error) })
    return
  }
  let isSaid = false
  for (const { path, message } of refusedFields(error)) {
    const field = o.fields?.find((name) => name === path)
    if (!field) continue
    form.setError(field, { message })
    isSaid = true
  }
  if (!isSaid) form.setError('root', { message: errorMessage(error) })
}
