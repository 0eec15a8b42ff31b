import { type KeyboardEvent, useState } from 'react'
import { Button } from './button.tsx'
import { isComposing } from './is-composing.ts'
import { TextField } from './text-field.tsx'

export type CodeFieldProps = {
  /** The text of the link that shows the field. */
  question: string
  label: string
  hint?: string
  submitLabel: string
  disabled?: boolean
  /** The field shows at once, where a code is all that is asked for. */
  startsOpen?: boolean
  /** What the last code did, in Spanish. */
  status?: string | undefined
  maxLength: number
  /** The code as it is kept while it is typed. */
  clean: (typed: string) => string
  /** @returns the error below the field, in Spanish; undefined when the code was taken */
  onSubmit: (code: string) => Promise<string | undefined>
}

/** A code of letters and digits inside the form of a dialog: its button and Enter submit the code, and not the form. */
export function CodeField({
  question,
  label,
  hint,
  submitLabel,
  disabled = false,
  startsOpen = false,
  status,
  ...props
}: CodeFieldProps) {
  const { maxLength, clean, onSubmit } = props
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [isPending, setIsPending] = useState(false)

  async function submit(): Promise<void> {
    if (code === '' || isPending) return
    setError(undefined)
    setIsPending(true)
    const refusal = await onSubmit(code)
    setIsPending(false)
    setError(refusal)
    if (refusal === undefined) setCode('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void submit()
  }

  if (!isOpen) {
    return (
      <button type="button" className="link justify-self-start text-sm" onClick={() => setIsOpen(true)}>
        {question}
      </button>
    )
  }
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          label={label}
          value={code}
          maxLength={maxLength}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          error={error}
          onChange={(event) => setCode(clean(event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
        <Button variant="secondary" pending={isPending} disabled={disabled || code === ''} onClick={submit}>
          {submitLabel}
        </Button>
      </div>
      {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
      <p role="status" className="text-sm text-ink-soft">
        {status}
      </p>
    </div>
  )
}
