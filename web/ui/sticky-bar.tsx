import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type StickyBarProps = ComponentProps<'div'> & {
  /** The breakpoint from which the bar is not sticky. */
  until?: 'md' | 'lg'
}

const untils = {
  md: 'md:static md:mx-0 md:border-0 md:bg-transparent md:p-0 md:shadow-none',
  lg: 'lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none',
}

/** The next step within reach of the thumb: a sticky bar on a phone, with reserved space at the end of the page. */
export function StickyBar({ until = 'md', className, ...rest }: StickyBarProps) {
  return (
    <div
      {...rest}
      data-sticky-bar=""
      className={classNames(
        'sticky bottom-(--bottom-bar) z-20 -mx-4 flex items-center gap-3 cramped:flex-wrap cramped:*:grow border-t border-line bg-panel px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float sm:-mx-6 sm:px-6',
        untils[until],
        className,
      )}
    />
  )
}
