import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint } from './field.tsx'

export type FieldGroupProps = Omit<ComponentProps<'fieldset'>, 'children'> & {
  legend: string
  legendHidden?: boolean
  hint?: ReactNode
  error?: string
  children: ReactNode
}

export function FieldGroup({ legend, legendHidden, hint, error, className, children, ...fieldset }: FieldGroupProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      aria-describedby={described || undefined}
      {...fieldset}
      className={classNames('m-0 min-w-0 border-0 p-0', className)}
    >
      <legend className={legendHidden ? 'sr-only' : 'mb-2 p-0 font-medium'}>{legend}</legend>
      <div className="grid gap-1">
        <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
        {children}
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  )
}
