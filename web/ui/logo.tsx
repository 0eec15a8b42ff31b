import { classNames } from './class-names.ts'
import { PathMark } from './path-mark.tsx'

export type LogoProps = {
  /** The brand's name, from the brand file. */
  name: string
  size?: 'medium' | 'large'
  className?: string
}

/** Mark and wordmark. Put it inside a link to the home page. */
export function Logo({ name, size = 'medium', className }: LogoProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-display font-semibold tracking-[-0.02em] text-ink',
        size === 'large' ? 'text-2xl' : 'text-xl',
        className,
      )}
    >
      <PathMark className={size === 'large' ? 'size-12' : 'size-9'} />
      {name}
    </span>
  )
}
