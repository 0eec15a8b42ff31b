import { classNames } from '#web/ui/class-names.ts'
import ChevronRight from '~icons/lucide/chevron-right'

export type AbsentRowProps = {
  names: readonly string[]
  /** «hoy», «este día», «esta semana». */
  when: string
  isOpen: boolean
  onToggle: () => void
}

export function AbsentRow({ names, when, isOpen, onToggle }: AbsentRowProps) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm text-ink-soft">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="inline-flex min-h-9 shrink-0 items-center gap-1 rounded-control pr-2 font-semibold hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronRight aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-90')} />
        {`No atienden ${when} (${names.length})`}
      </button>
      <span translate="no" className="truncate">
        {names.join(', ')}
      </span>
    </p>
  )
}
