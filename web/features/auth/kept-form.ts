import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

import { isSignedOut } from '#web/platform/session.ts'

/** In memory, so that nothing typed stays on the device: signing in again keeps the document. */
const kept = new Map<string, FieldValues>()

/**
 * Keeps what was typed and not saved when the session ends, and fills it in again after the next sign-in. `key` names the form
 * and its owner, so that another account gets none of it.
 */
export function useKeptForm<Typed extends FieldValues, Checked>(
  form: Pick<UseFormReturn<Typed, unknown, Checked>, 'formState' | 'getValues' | 'setValue'>,
  key: string,
): void {
  const { getValues, setValue, formState } = form
  const { isDirty, dirtyFields } = formState

  useEffect(() => {
    const typed = kept.get(key)
    kept.delete(key)
    for (const [field, value] of Object.entries(typed ?? {}))
      setValue(field as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true })
  }, [key, setValue])

  useEffect(() => {
    if (!isDirty) return undefined
    return () => {
      if (!isSignedOut()) return
      // Only what was typed: the other fields may have changed since on another device.
      const typed = Object.entries(getValues()).filter(([field]) => field in dirtyFields)
      kept.set(key, Object.fromEntries(typed))
    }
  }, [isDirty, dirtyFields, key, getValues])
}
