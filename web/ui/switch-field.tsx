import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldHint, useFieldIds } from './field.tsx'

export type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: string
  hint?: ReactNode
}

/** A setting that takes effect immediately; a CheckboxField waits for a button. */
export function SwitchField({ label, hint, className, id, ...input }: SwitchFieldProps) {
  const { controlId, hintId, aria } = useFieldIds({ id, hint })
  return (
    <label htmlFor={controlId} className={classNames('flex min-h-11 items-center gap-4 py-2', className)}>
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-medium">{label}</span>
        <FieldHint id={hintId}>{hint}</FieldHint>
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on */}
      <input {...aria} {...input} id={controlId} type="checkbox" role="switch" className="switch" />
    </label>
  )
}
