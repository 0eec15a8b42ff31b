import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldError, FieldHint, FieldLabel, type FieldText, useFieldIds } from './field.tsx'

export type TextAreaProps = ComponentProps<'textarea'> & FieldText

/** Grows with the text where the browser supports it, otherwise scrolls. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  rows = 4,
  ...textarea
}: TextAreaProps) {
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <FieldLabel
        htmlFor={controlId}
        label={label}
        optional={optional}
        required={textarea.required}
        labelHidden={labelHidden}
      />
      <textarea
        {...aria}
        {...textarea}
        id={controlId}
        rows={rows}
        className={classNames(controlClass, 'field-sizing-content max-h-96 min-h-24')}
      />
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
