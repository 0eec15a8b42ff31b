import type { ComponentProps, ReactNode } from 'react'
import { FieldGroup } from './field-group.tsx'
import { starShape } from './star-shape.ts'

export type StarPickerProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'className'> & {
  legend: string
  hint?: ReactNode
  error?: string
  name: string
  value?: number
  defaultValue?: number
  className?: string
}

const words = ['Muy mala', 'Mala', 'Regular', 'Buena', 'Muy buena']

/** One to five stars as a radio group: arrow keys, forms and react-hook-form's register work as with any radio. */
export function StarPicker({ legend, hint, error, value, defaultValue, className, ...input }: StarPickerProps) {
  return (
    <FieldGroup {...{ legend, hint, error, className }}>
      <div className="star-picker -ml-2 flex">
        {words.map((word, index) => (
          <label key={word} className="relative flex size-11 items-center justify-center rounded-control" title={word}>
            <input
              {...input}
              type="radio"
              value={index + 1}
              checked={value === undefined ? undefined : value === index + 1}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === index + 1}
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control"
            />
            <svg viewBox="0 0 24 24" aria-hidden="true" className="pointer-events-none size-8">
              <path d={starShape} />
            </svg>
            <span className="sr-only">{`${index + 1} de 5: ${word}`}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
