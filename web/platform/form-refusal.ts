import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { errorCode, errorMessage } from './error-message.ts'

type Known<Field extends string> = {
  /** Fields that the server knows by the same name. */
  fields?: readonly Field[]
  /** Which field is meant by another name of the server's. */
  renamed?: Record<string, Field>
  /** Which field an error of the contract is about. */
  codes?: Record<string, Field>
}

/** Shows beside a form's fields, or over the form, what sending it has thrown. */
export function refuse<Values extends FieldValues>(
  form: { setError: UseFormSetError<Values> },
  error: unknown,
  { fields = [], renamed = {}, codes = {} }: Known<FieldPath<Values>>,
): void {
  const about = codes[errorCode(error) ?? '']
  if (about) form.setError(about, { message: errorMessage(error) })
  let isSaid = about !== undefined
  for (const { path, message } of refusedFields(error)) {
    // What is wrong with one of a list is said of the list.
    const field = renamed[path] ?? fields.find((name) => path === name || path.startsWith(`${name}.`))
    if (!field) continue
    form.setError(field, { message })
    isSaid = true
  }
  if (!isSaid) form.setError('root', { message: errorMessage(error) })
}

/** What the server said about single fields; empty when it said something else. */
function refusedFields(error: unknown): { path: string; message: string }[] {
  if (errorCode(error) !== 'request.invalid' || typeof error !== 'object' || error === null) return []
  const { data } = error as { data?: { fields?: unknown } }
  return Array.isArray(data?.fields) ? data.fields : []
}
