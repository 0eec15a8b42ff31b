import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldError, FieldHint, FieldLabel, type FieldText, useFieldIds } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = ComponentProps<'select'> &
  FieldText & {
    options?: readonly SelectOption[]
    /** The first, empty option. */
    placeholder?: string
  }

/** The native select: best on a phone, and works before hydration. `children` may contain optgroups instead of `options`. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  options,
  placeholder,
  children,
  ...select
}: SelectFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <FieldLabel
        htmlFor={controlId}
        label={label}
        optional={optional}
        required={select.required}
        labelHidden={labelHidden}
      />
      <div className="relative">
        <select
          {...aria}
          {...select}
          id={controlId}
          className={classNames(controlClass, 'appearance-none pr-11 text-ellipsis')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
