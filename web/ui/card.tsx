import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type CardProps = ComponentProps<'div'> & {
  /** The element to render: an article in a list of results, a section with a heading. */
  as?: 'div' | 'article' | 'section' | 'li'
  /** plain: a panel with a border. sunken: a sand background without a border. floating: a panel with a shadow. */
  look?: 'plain' | 'sunken' | 'floating'
  padding?: 'none' | 'medium' | 'large'
}

const looks = {
  plain: 'bg-panel border border-line',
  sunken: 'bg-sand',
  floating: 'bg-panel border border-line shadow-float',
}
const paddings = { none: '', medium: 'p-4 sm:p-5', large: 'p-5 sm:p-8' }

export function Card({ as = 'div', look = 'plain', padding = 'medium', className, ...rest }: CardProps) {
  // The union of the four elements has no common ref type, and none of them needs more than a div's.
  const Element = as as 'div'
  return <Element {...rest} className={classNames('rounded-card', looks[look], paddings[padding], className)} />
}
