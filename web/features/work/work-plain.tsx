import type { ReactNode } from 'react'

import { AccountCorner } from '#web/features/shell/account-corner.tsx'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { HomeLink } from './work-nav.tsx'

/** A dashboard without sections: an error, or an account that has no workplace. */
export function WorkPlain({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line bg-ground px-4 sm:px-6">
        <HomeLink />
        <div className="ml-auto flex items-center gap-1">
          <AccountCorner />
        </div>
      </div>
      <main id="main" tabIndex={-1} className="relative min-h-0 grow overflow-auto low:overflow-visible">
        {children}
      </main>
    </>
  )
}

export function WorkError({ error }: { error: unknown }) {
  return (
    <WorkPlain>
      <ErrorPage error={error} />
    </WorkPlain>
  )
}

export type WorkLoadingProps = {
  title: string
  /** Screen readers announce it: "Cargando tu centro…". */
  status: string
}

export function WorkLoading({ title, status }: WorkLoadingProps) {
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="border-r border-line bg-sand px-3 pt-1 max-lg:hidden">
        <HomeLink />
      </div>
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col">
        <div className="flex min-h-14 shrink-0 items-center border-b border-line px-4 sm:px-6">
          <h1 className="text-xl">{title}</h1>
        </div>
        <p role="status" className="px-4 pt-3 text-ink-soft sm:px-6">
          {status}
        </p>
        <div aria-busy="true" className="grid gap-4 px-4 py-3 sm:px-6">
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </div>
      </main>
      <div className="min-h-14 border-t border-line bg-panel lg:hidden" />
    </div>
  )
}
