import { Suspense } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { lazyPart } from './lazy-section.ts'
import { Skeleton } from './skeleton.tsx'
import { panelClass, usePanel } from './use-panel.ts'

const Calendar = lazyPart(() => import('./calendar.tsx').then((module) => module.Calendar))

export type CalendarButtonProps = {
  /** The label of the date's field. */
  label: string
  /** The day of the field, or empty. */
  value: string
  min: string | undefined
  max: string | undefined
  disabled: boolean | undefined
  onChoose: (date: string) => void
}

/** Opens a month, whose code loads then. The field works without it. */
export function CalendarButton({ label, disabled, onChoose, ...days }: CalendarButtonProps) {
  const { open, close, triggerProps, panelProps } = usePanel()
  return (
    <>
      <IconButton
        {...triggerProps}
        label="Abrir el calendario"
        aria-haspopup="dialog"
        disabled={disabled}
        icon={<CalendarDays aria-hidden="true" className="size-5" />}
      />
      {open && (
        <div
          {...panelProps}
          role="dialog"
          aria-label={`Calendario de «${label}»`}
          className={classNames(panelClass, 'p-2.5')}
        >
          <Suspense fallback={<Skeleton className="h-94 w-70 max-w-full min-[22.5rem]:w-77" />}>
            <Calendar
              {...days}
              onChoose={(date) => {
                close()
                onChoose(date)
              }}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
