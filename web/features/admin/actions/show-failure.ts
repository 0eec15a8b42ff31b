import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { toast } from '#web/ui/toast.ts'

type Failure<Values extends FieldValues> = {
  /** The title of the toast, such as «Error al actualizar usuario». */
  title: string
  fields: readonly FieldPath<Values>[]
}

/** Says why an action failed: beside its fields, and in a toast when no field is the reason. */
export function showFailure<Values extends FieldValues>(
  form: { setError: UseFormSetError<Values> },
  error: unknown,
  { title, fields }: Failure<Values>,
): void {
  applyServerErrors(form, error, { fields })
  if (refusedFields(error).length === 0) toast({ kind: 'destructive', title, description: errorMessage(error) })
}
