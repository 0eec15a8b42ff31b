import type { ChangeEvent, SyntheticEvent } from 'react'
import { classNames } from './class-names.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { typedTime } from './typed-time.ts'

export type TimeFieldProps = Omit<TextFieldProps, 'type' | 'leading' | 'trailing' | 'inputMode'>

/** A time of the day, always read as 14:30. Typed freely (9, 930, 9.30), it is normalised on blur and on Enter. */
export function TimeField({ onBlur, onChange, onKeyDown, controlClassName, ...field }: TimeFieldProps) {
  function normalize(event: SyntheticEvent<HTMLInputElement>): void {
    const { currentTarget } = event
    const normalized = typedTime(currentTarget.value)
    if (normalized === currentTarget.value) return
    currentTarget.value = normalized
    // Listeners receive this change like a typed one.
    onChange?.({ ...event, type: 'change', target: currentTarget, currentTarget } as ChangeEvent<HTMLInputElement>)
  }
  return (
    <TextField
      placeholder="--:--"
      autoComplete="off"
      maxLength={20}
      {...field}
      inputMode="numeric"
      // Without a visible label it is one of a pair in a narrow row.
      controlClassName={classNames(field.labelHidden && 'px-1! text-center', 'tabular-nums', controlClassName)}
      onChange={onChange}
      onBlur={(event) => {
        normalize(event)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') normalize(event)
        onKeyDown?.(event)
      }}
    />
  )
}
