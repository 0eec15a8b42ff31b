import { classNames } from './class-names.ts'

export type SpinnerProps = { label?: string; className?: string }

/** A spinner. With a label it is announced; without one it is decoration beside a text. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('size-5 shrink-0 animate-spin', className)}
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  )
}
