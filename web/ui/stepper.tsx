import Check from '~icons/lucide/check'
import { classNames } from './class-names.ts'

export type StepperProps = {
  /** Names the list: "Pasos de la reserva". */
  label: string
  steps: readonly { id: string; label: string }[]
  current: string
  /** With it, earlier steps are links. */
  onSelect?: (id: string) => void
}

/** Named steps: completed, current and next ones. On a phone only the current step shows its name. */
export function Stepper({ label, steps, current, onSelect }: StepperProps) {
  const at = steps.findIndex((step) => step.id === current)
  return (
    <nav aria-label={label}>
      <ol className="flex items-center gap-2 sm:gap-3">
        {steps.map((step, index) => {
          const isDone = index < at
          const isCurrent = index === at
          const content = (
            <>
              <span
                className={classNames(
                  'flex size-8 shrink-0 items-center justify-center rounded-full border-2 text-sm font-semibold tabular-nums',
                  isDone && 'border-action bg-action text-on-action',
                  isCurrent && 'border-action text-action',
                  !isDone && !isCurrent && 'border-control text-ink-soft',
                )}
              >
                {isDone ? <Check aria-hidden="true" className="size-4 stroke-3" /> : index + 1}
              </span>
              <span
                className={classNames(
                  'max-sm:sr-only',
                  isCurrent ? 'font-semibold max-sm:not-sr-only' : 'text-ink-soft',
                )}
              >
                {step.label}
              </span>
              {isDone && <span className="sr-only">(listo)</span>}
            </>
          )
          return (
            <li
              key={step.id}
              aria-current={isCurrent ? 'step' : undefined}
              className={classNames(
                'flex items-center gap-2 sm:gap-3',
                index > 0 && 'before:h-0.5 before:w-4 before:rounded-full before:bg-line sm:before:w-8',
              )}
            >
              {isDone && onSelect ? (
                <button
                  type="button"
                  onClick={() => onSelect(step.id)}
                  className="flex min-h-11 items-center gap-2 rounded-control hover:underline"
                >
                  {content}
                </button>
              ) : (
                <span className="flex min-h-11 items-center gap-2">{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
