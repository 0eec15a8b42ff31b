import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type PageProps = ComponentProps<'div'> & {
  /** page: 1216 px. text: for reading. form: one column of fields. */
  width?: 'page' | 'text' | 'form'
}

const widths = { page: 'max-w-page', text: 'max-w-3xl', form: 'max-w-form' }

export function Page({ width = 'page', className, ...rest }: PageProps) {
  return <div {...rest} className={classNames('mx-auto w-full px-4 sm:px-6 lg:px-8', widths[width], className)} />
}
