import { classNames } from './class-names.ts'

/** The path as a faint line: for empty lists. */
export function PathEmpty({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 240 84"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className={classNames('h-auto w-52', className)}
    >
      <path d="M6 68c28 8 56 4 62-14S52 22 82 18s44 22 66 26" strokeWidth="9" className="stroke-path" />
      <path d="M148 44c24 4 40-4 58-18" strokeWidth="4" strokeDasharray="1 11" className="stroke-control" />
      <circle cx="218" cy="18" r="8" strokeWidth="3" className="stroke-clay" />
    </svg>
  )
}
