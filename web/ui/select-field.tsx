import type { ComponentProps } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'

export type SelectOption = {
  value: string
  label: string
  /** The label is the name of a person or a centre, which must not be translated. */
  isName?: boolean
  disabled?: boolean
}

export type SelectFieldProps = ComponentProps<'select'> &
  FieldText & {
    options?: readonly SelectOption[]
    placeholder?: string
  }

/** The native select: best on a phone, and works before hydration. `children` may contain optgroups instead of `options`. */
export function SelectField({ options, placeholder, children, ...field }: SelectFieldProps) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={classNames(controlClass, 'appearance-none pr-11 text-ellipsis')}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              translate={option.isName ? 'no' : undefined}
            >
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
    </FieldFrame>
  )
}
