import { classNames } from '#web/ui/class-names.ts'

/** Shown during the hours of support. `isSmall`: on a phone it is a mark on the icon beside it. */
export function OnlineBadge({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap text-green">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2 rounded-full bg-green',
          isSmall && 'max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:size-3 max-sm:border-2 max-sm:border-panel',
        )}
      />
      <span className={classNames(isSmall && 'max-sm:sr-only')}>En línea</span>
    </span>
  )
}
