/** `one` and `many`: what is counted, for screen readers. */
export function UnreadCount({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    <span className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-action px-1.5 text-sm leading-none cramped:text-[0.625rem] font-semibold text-on-action tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{count === 1 ? one : `${count} ${many}`}</span>
    </span>
  )
}
