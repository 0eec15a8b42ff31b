import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { Page } from './page.tsx'

export type PageLoadingProps = {
  title: string
  /** Screen readers announce it: "Cargando tu cuenta…". */
  status: string
  className?: string
  skeletonsClassName: string
  children: ReactNode
}

export function PageLoading({ title, status, className, skeletonsClassName, children }: PageLoadingProps) {
  return (
    // As tall as the window, so that the footer doesn't move into it and out again.
    <Page className={classNames('grid min-h-dvh content-start gap-6 pb-16', className ?? 'pt-8')}>
      <h1>{title}</h1>
      <p role="status" className="-mt-4 text-ink-soft">
        {status}
      </p>
      <div aria-busy="true" className={skeletonsClassName}>
        {children}
      </div>
    </Page>
  )
}
