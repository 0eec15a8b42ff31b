import { useState } from 'react'
import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'

/**
 * Reads the error messages of one row of a field array. After a failed submit, react-hook-form validates the whole list
 * again when a row is added. The errors of an untouched new row are hidden until the next submit.
 */
export function useRowErrors<Values extends FieldValues>({ formState }: UseFormReturn<Values>) {
  const { errors, submitCount, touchedFields } = formState
  const [submitsBefore] = useState(submitCount)
  return (name: FieldPath<Values>): string | undefined => {
    const error: FieldError | undefined = get(errors, name)
    // The resolver sets a type; an error of the server has none, and is always shown.
    const isValidated = submitCount > submitsBefore || get(touchedFields, name) === true || error?.type === undefined
    return isValidated ? error?.message : undefined
  }
}
