import { type FieldErrors, get } from 'react-hook-form'

/** The key of an error that has no field on the screen. */
export const unplaced = 'unplaced'

/** The field that shows the error of a path: its own, or the field of the list or group around it. */
export function nearestField<Field extends string>(fields: readonly Field[], path: string): Field | undefined {
  return fields
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .toSorted((one, other) => other.length - one.length)[0]
}

export function formFault(errors: FieldErrors): string | undefined {
  const { message }: { message?: unknown } = get(errors, unplaced) ?? {}
  return errors.root?.message ?? (typeof message === 'string' ? message : undefined)
}

/** Whether the schema's code could not be loaded, so that no field was checked. */
export function isUnchecked(errors: FieldErrors): boolean {
  const { type }: { type?: unknown } = get(errors, unplaced) ?? {}
  return type === 'connection'
}
