import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, useFieldIds } from './field.tsx'

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** May hold links, such as the terms. */
  label: ReactNode
  hint?: ReactNode
  error?: string
}

export function CheckboxField({ label, hint, error, className, id, ...input }: CheckboxFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  return (
    <div className={classNames('grid gap-0.5', className)}>
      <label className="flex items-start gap-1 has-disabled:text-ink-soft">
        {/* The box is 22 px; the label around it makes the target 44 px. */}
        <span className="-ml-3 flex size-11 shrink-0 items-center justify-center">
          <input {...aria} {...input} id={controlId} type="checkbox" className="checkbox" />
        </span>
        <span className="py-2.5">{label}</span>
      </label>
      {(hint || error) && (
        <div className="grid gap-1 pl-9">
          <FieldHint id={hintId}>{hint}</FieldHint>
          <FieldError id={errorId} error={error} />
        </div>
      )}
    </div>
  )
}
