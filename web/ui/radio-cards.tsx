import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldGroup } from './field-group.tsx'

export type RadioCard = {
  value: string
  label: ReactNode
  description?: ReactNode
  icon?: ReactNode
  trailing?: ReactNode
  disabled?: boolean
}

export type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'className'> & {
  legend: string
  hint?: ReactNode
  error?: string
  name: string
  options: readonly RadioCard[]
  /** The controlled value. Omit it with react-hook-form's register. */
  value?: string
  columns?: 1 | 2 | 3
  className?: string
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/**
 * One choice among a few, each a card with a large touch target. Every input gets the register spread; arrow keys are the
 * browser's.
 */
export function RadioCards({
  legend,
  hint,
  error,
  options,
  value,
  columns = 1,
  className,
  disabled,
  ...input
}: RadioCardsProps) {
  return (
    <FieldGroup {...{ legend, hint, error, className }}>
      <div className={classNames('grid gap-2', grids[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex min-h-13 items-center gap-3 rounded-control border border-control bg-panel px-4 py-3 transition-colors hover:border-ink-soft',
              'has-checked:border-action has-checked:bg-action-soft has-checked:ring-1 has-checked:ring-action',
              'has-disabled:cursor-not-allowed has-disabled:bg-sand has-disabled:text-ink-soft',
            )}
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              disabled={disabled || option.disabled}
              aria-invalid={error ? true : undefined}
              className="radio"
            />
            {option.icon && <span className="text-action [&_svg]:size-6">{option.icon}</span>}
            <span className="grid min-w-0 grow">
              <span className="font-medium">{option.label}</span>
              {option.description && <span className="text-sm text-ink-soft">{option.description}</span>}
            </span>
            {option.trailing && <span className="shrink-0 font-medium">{option.trailing}</span>}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
