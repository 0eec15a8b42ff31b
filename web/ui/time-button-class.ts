import { classNames } from './class-names.ts'

/** The style of a bookable time: in a grid, or as a link on a card. */
export function timeButtonClass({ chosen = false, className }: { chosen?: boolean; className?: string } = {}): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-control border px-3 font-medium tabular-nums transition-colors',
    'disabled:cursor-not-allowed disabled:border-line disabled:text-ink-soft disabled:line-through aria-busy:cursor-progress',
    chosen
      ? 'border-action bg-action text-on-action forced-colors:outline-2'
      : 'border-action bg-panel text-action enabled:hover:bg-action-soft [a]:hover:bg-action-soft',
    className,
  )
}
