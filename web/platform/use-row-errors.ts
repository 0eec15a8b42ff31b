import { useState } from 'react'
import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'

/**
 * Reads the error messages of one row of a field array. After a failed submit, react-hook-form validates the whole list
 * again when a row joins it: an untouched new row keeps its errors to itself until the next submit.
 */
export function useRowErrors<Values extends FieldValues>({ formState }: UseFormReturn<Values>) {
  const { errors, submitCount, touchedFields } = formState
  const [submitsBefore] = useState(submitCount)
  return (name: FieldPath<Values>): string | undefined => {
    const error: FieldError | undefined = get(errors, name)
    // The resolver names a type; what the server refused has none, and always shows.
    const isJudged = submitCount > submitsBefore || get(touchedFields, name) === true || error?.type === undefined
    return isJudged ? error?.message : undefined
  }
}
