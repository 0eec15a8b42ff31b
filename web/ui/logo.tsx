import { classNames } from './class-names.ts'
import { PathMark } from './path-mark.tsx'

export type LogoProps = {
  /** The brand's name, from the brand file. */
  name: string
  className?: string
}

/** Mark and wordmark. Put it inside a link to the home page. */
export function Logo({ name, className }: LogoProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-display text-xl font-semibold tracking-[-0.02em] text-ink',
        className,
      )}
    >
      <PathMark className="size-9" />
      {name}
    </span>
  )
}
