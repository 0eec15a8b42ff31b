import { useEffect } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'

import type { RegistrationValues } from './registration-values.ts'

/** Sets the value again once the options are loaded: a select without options cannot show it. */
export function useLateOptions({
  form,
  name,
  isLoaded,
}: {
  form: UseFormReturn<RegistrationValues>
  name: FieldPath<RegistrationValues>
  isLoaded: boolean
}): void {
  useEffect(() => {
    if (!isLoaded) return
    const chosen = form.getValues(name)
    if (chosen) form.setValue(name, chosen)
  }, [form, name, isLoaded])
}
