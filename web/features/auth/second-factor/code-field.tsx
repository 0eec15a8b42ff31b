import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

import { codeDigits } from './code-digits.ts'

export type CodeFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'leading' | 'trailing'> & {
  value: string
  onChange: (code: string) => void
}

/** A field for six digits from an app or a mail, which also accepts a pasted code with other characters around it. */
export function CodeField({ value, onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      value={value}
      onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
      controlClassName="max-w-48 text-xl tracking-[0.25em] tabular-nums"
    />
  )
}
