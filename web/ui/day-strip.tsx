import type { ComponentProps } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

export type StripDay = {
  /** The value: "2026-11-20". */
  id: string
  /** "vie" */
  weekday: string
  /** "20" */
  day: string
  /** Read aloud: "viernes 20 de noviembre". */
  label: string
  /** Free times; 0 can't be chosen. */
  free: number
}

export type DayStripProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'className'
> & {
  legend: string
  /** The label above the days: "16 al 22 de noviembre". */
  range: string
  /** One week, up to seven days. */
  days: readonly StripDay[]
  value: string | undefined
  onChange: (id: string) => void
  name: string
  /** Undefined for the first week. */
  onPrevious?: () => void
  onNext?: () => void
  pending?: boolean
  className?: string
}

/** A week of days with their numbers of free times: a radio group, so that arrow keys move between days. */
export function DayStrip({
  legend,
  range,
  days,
  value,
  onChange,
  onPrevious,
  onNext,
  pending,
  className,
  ...input
}: DayStripProps) {
  return (
    <fieldset aria-busy={pending || undefined} className={classNames('min-w-0', className)}>
      <legend className="sr-only">{legend}</legend>
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          label="Semana anterior"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          disabled={!onPrevious}
          onClick={onPrevious}
        />
        <p aria-live="polite" className="font-medium">
          {range}
        </p>
        <IconButton
          label="Semana siguiente"
          icon={<ChevronRight aria-hidden="true" className="size-5" />}
          disabled={!onNext}
          onClick={onNext}
        />
      </div>
      <div className="grid auto-cols-fr grid-flow-col gap-0.5 cramped:grid-flow-row cramped:grid-cols-4 cramped:gap-1 sm:gap-2">
        {days.map((day) => (
          <label
            key={day.id}
            className={classNames(
              'relative flex min-h-20 flex-col items-center justify-center rounded-control border py-1.5 text-center transition-colors',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              day.free > 0
                ? 'border-control bg-panel hover:border-ink-soft has-checked:border-action has-checked:bg-action has-checked:text-on-action forced-colors:has-checked:outline-2'
                : 'cursor-not-allowed border-line text-ink-soft',
            )}
          >
            <input
              {...input}
              type="radio"
              value={day.id}
              checked={value === day.id}
              disabled={day.free === 0}
              onChange={() => onChange(day.id)}
              aria-label={`${day.label}, ${day.free === 0 ? 'sin horas libres' : day.free === 1 ? '1 hora libre' : `${day.free} horas libres`}`}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control focus-visible:outline-none disabled:cursor-not-allowed"
            />
            <span className="text-sm">{day.weekday}</span>
            <span className="text-lg leading-tight font-semibold tabular-nums">{day.day}</span>
            <span className="text-sm tabular-nums">
              {day.free === 0 ? '–' : day.free}
              {day.free > 0 && <span className="max-sm:hidden">{day.free === 1 ? ' libre' : ' libres'}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
