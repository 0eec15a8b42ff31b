import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { errorCode, errorMessage } from './error-message.ts'
import { nearestField } from './form-resolver.ts'

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
  const beside = new Map<FieldPath<Values>, Set<string>>()
  const above = new Set<string>()
  for (const { path, message } of refusedFields(error)) {
    // What is wrong with one of a list is said of the list.
    const renamedPath = nearestField(Object.keys(renamed), path)
    const field = renamedPath === undefined ? nearestField(fields, path) : renamed[renamedPath]
    const said = field === undefined ? above : (beside.get(field) ?? new Set())
    said.add(message)
    if (field !== undefined) beside.set(field, said)
  }
  for (const [field, messages] of beside) form.setError(field, { message: sentences(messages) })
  const isSaid = about !== undefined || beside.size > 0
  if (above.size > 0) form.setError('root', { message: sentences(above) })
  else if (!isSaid) form.setError('root', { message: errorMessage(error) })
}

/** One after another; each message of a schema is a sentence without its full stop. */
function sentences(messages: ReadonlySet<string>): string {
  const [only = '', ...others] = messages
  return others.length === 0 ? only : [only, ...others].map((message) => message.replace(/[.]?$/, '.')).join(' ')
}

/** What the server said about single fields; empty when it said something else. */
function refusedFields(error: unknown): { path: string; message: string }[] {
  if (errorCode(error) !== 'request.invalid' || typeof error !== 'object' || error === null) return []
  const { data } = error as { data?: { fields?: unknown } }
  return Array.isArray(data?.fields) ? data.fields : []
}
