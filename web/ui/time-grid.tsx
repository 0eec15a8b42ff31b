import { useId } from 'react'
import { Spinner } from './spinner.tsx'
import { timeButtonClass } from './time-button-class.ts'

export type TimeGroup = {
  id: string
  /** "Mañana", "Tarde", "Noche" */
  label: string
  times: readonly { id: string; label: string; disabled?: boolean }[]
}

export type TimeGridProps = {
  groups: readonly TimeGroup[]
  value: string | undefined
  onSelect: (id: string) => void
  pendingId?: string
  className?: string
}

/**
 * Times by part of the day. Buttons, not radios: choosing acts immediately, so arrow keys must not choose. Empty groups are
 * left out.
 */
export function TimeGrid({ groups, value, onSelect, pendingId, className }: TimeGridProps) {
  const id = useId()
  return (
    <div className={className ?? 'grid gap-5'}>
      {groups
        .filter((group) => group.times.length > 0)
        .map((group) => (
          <section key={group.id} aria-labelledby={`${id}-${group.id}`}>
            <h3 id={`${id}-${group.id}`} className="mb-2 text-base font-medium text-ink-soft">
              {group.label}
            </h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
              {group.times.map((time) => {
                const pending = time.id === pendingId
                return (
                  <li key={time.id}>
                    <button
                      type="button"
                      translate="no"
                      aria-pressed={time.id === value}
                      aria-busy={pending || undefined}
                      disabled={time.disabled}
                      onClick={() => pendingId === undefined && onSelect(time.id)}
                      className={timeButtonClass({ chosen: time.id === value || pending, className: 'w-full' })}
                    >
                      {pending && <Spinner className="size-4" />}
                      {time.label}
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
    </div>
  )
}
