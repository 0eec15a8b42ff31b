import { useState } from 'react'

import { TextField, type TextFieldProps } from './text-field.tsx'

/** A list typed into one field. `excess` reports a limit while the user types, so that nothing is cut off later. */
export function ListField({
  excess,
  error,
  onChange,
  ...field
}: TextFieldProps & { excess: (text: string) => string | undefined }) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      autoComplete="off"
      {...field}
      error={(typed === undefined ? undefined : excess(typed)) ?? error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}
