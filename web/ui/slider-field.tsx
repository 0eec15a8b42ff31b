import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, FieldLabel, type FieldText, useFieldIds } from './field.tsx'

export type SliderFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> &
  FieldText & {
    value?: number
    defaultValue?: number
    /** Formats a value for the label and for screen readers: `0` as "Sin límite". */
    formatValue?: (value: number) => string
  }

/** The native range input, with its value beside the label. */
export function SliderField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  value,
  defaultValue,
  formatValue = String,
  onChange,
  min = 0,
  ...input
}: SliderFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  const [ownValue, setOwnValue] = useState(defaultValue ?? Number(min))
  const text = formatValue(value ?? ownValue)
  return (
    <div className={classNames('grid', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <FieldLabel htmlFor={controlId} label={label} optional={optional} labelHidden={labelHidden} />
        <output
          htmlFor={controlId}
          className={classNames('font-semibold tabular-nums', input.disabled ? 'text-ink-soft' : 'text-action')}
        >
          {text}
        </output>
      </div>
      <input
        {...aria}
        {...input}
        {...(value === undefined ? { defaultValue: defaultValue ?? min } : { value })}
        id={controlId}
        type="range"
        min={min}
        aria-valuetext={text}
        onChange={(event) => {
          setOwnValue(event.currentTarget.valueAsNumber)
          onChange?.(event)
        }}
        className="slider"
      />
      <div className="grid gap-1">
        <FieldHint id={hintId}>{hint}</FieldHint>
        <FieldError id={errorId} error={error} />
      </div>
    </div>
  )
}
