import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { errorCode, errorMessage, type RefusedField, refusedFields, sentences } from './error-message.ts'
import { nearestField } from './form-fault.ts'

type FieldNames<Field extends string> = {
  /** Fields with the same name on the server. */
  fields?: readonly Field[]
  /** The form's field for a different name on the server. */
  renamed?: Record<string, Field>
  codes?: Record<string, Field>
}

export function applyServerErrors<Values extends FieldValues>(
  form: { setError: UseFormSetError<Values> },
  error: unknown,
  { fields = [], renamed = {}, codes = {} }: FieldNames<FieldPath<Values>>,
): void {
  const fieldOfCode = codes[errorCode(error) ?? '']
  if (fieldOfCode) form.setError(fieldOfCode, { message: errorMessage(error) })
  const refused = refusedFields(error)
  if (refused.length === 0 && !fieldOfCode) form.setError('root', { message: errorMessage(error) })
  setFieldErrors(form, refused, {
    // An error of a list's entry is shown at the list.
    fieldOf(path) {
      const renamedPath = nearestField(Object.keys(renamed), path)
      return renamedPath === undefined ? nearestField(fields, path) : renamed[renamedPath]
    },
  })
}

/** Shows each message beside the field that `fieldOf` names, or above the form where there is none. */
export function setFieldErrors<Values extends FieldValues>(
  form: { setError: UseFormSetError<Values> },
  refused: readonly RefusedField[],
  { fieldOf, type }: { fieldOf: (path: string) => FieldPath<Values> | undefined; type?: string },
): void {
  const byField = new Map<FieldPath<Values>, Set<string>>()
  const withoutField = new Set<string>()
  for (const { path, message } of refused) {
    const field = fieldOf(path)
    const messages = field === undefined ? withoutField : (byField.get(field) ?? new Set())
    messages.add(message)
    if (field !== undefined) byField.set(field, messages)
  }
  for (const [field, messages] of byField) form.setError(field, { ...(type && { type }), message: sentences(messages) })
  if (withoutField.size > 0) form.setError('root', { message: sentences(withoutField) })
}
