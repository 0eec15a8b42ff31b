import type { ChangeEvent } from 'react'
import { classNames } from './class-names.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { typedTime } from './typed-time.ts'

export type TimeFieldProps = Omit<TextFieldProps, 'type' | 'leading' | 'trailing' | 'inputMode'>

/** A time of the day, always read as 14:30. Typed freely (9, 930, 9.30), it is normalised on blur. */
export function TimeField({ onBlur, onChange, controlClassName, ...field }: TimeFieldProps) {
  return (
    <TextField
      placeholder="--:--"
      autoComplete="off"
      maxLength={20}
      {...field}
      inputMode="numeric"
      controlClassName={classNames('px-1! text-center tabular-nums', controlClassName)}
      onChange={onChange}
      onBlur={(event) => {
        const normalized = typedTime(event.currentTarget.value)
        if (normalized !== event.currentTarget.value) {
          event.currentTarget.value = normalized
          // Listeners receive this change like a typed one.
          onChange?.({ ...event, type: 'change', target: event.currentTarget } as ChangeEvent<HTMLInputElement>)
        }
        onBlur?.(event)
      }}
    />
  )
}
