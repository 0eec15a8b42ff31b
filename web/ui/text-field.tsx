import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldError, FieldHint, FieldLabel, type FieldText, useFieldIds } from './field.tsx'

export type TextFieldProps = ComponentProps<'input'> &
  FieldText & {
    /** An icon or a unit inside the control, before the text. */
    leading?: ReactNode
    /** A unit or a button inside the control, at its end. */
    trailing?: ReactNode
    /** The classes of the control; `className` applies to the whole field. */
    controlClassName?: string
  }

export function TextField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  leading,
  trailing,
  className,
  controlClassName,
  id,
  type = 'text',
  ...input
}: TextFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <FieldLabel
        htmlFor={controlId}
        label={label}
        optional={optional}
        required={input.required}
        labelHidden={labelHidden}
      />
      <div className="relative">
        {leading && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-soft [&_svg]:size-5">
            {leading}
          </span>
        )}
        <input
          {...aria}
          {...input}
          id={controlId}
          type={type}
          className={classNames(
            controlClass,
            leading ? 'pl-11' : undefined,
            trailing ? 'pr-12' : undefined,
            controlClassName,
          )}
        />
        {trailing && <span className="absolute inset-y-0 right-0 flex items-center text-ink-soft">{trailing}</span>}
      </div>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
