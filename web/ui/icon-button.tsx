import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors',
        'enabled:hover:bg-sand enabled:hover:text-ink disabled:opacity-55',
        className,
      )}
    >
      {icon}
    </button>
  )
}
