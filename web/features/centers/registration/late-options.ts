import { useEffect } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'

import type { RegistrationValues } from './registration-values.ts'

/** A select shows what was chosen before only once there is something to choose from. */
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
