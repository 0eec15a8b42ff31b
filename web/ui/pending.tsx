import { type ReactNode, use } from 'react'

import { ErrorState } from './error-state.tsx'
import { ErrorTextContext } from './error-text.ts'
import { Skeleton } from './skeleton.tsx'

export type PendingProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Announced while it loads: "Cargando el equipo". */
  loading: string
  /** The error's title: "No se pudo cargar el equipo". */
  failed: string
  /** Skeletons in the shape of the content; two cards by default. */
  children?: ReactNode
  className?: string
}

/** The state before the data: skeletons, or the error with a button to try again. */
export function Pending({ query, loading, failed, children, className = 'grid gap-4' }: PendingProps) {
  const errorText = use(ErrorTextContext)
  if (query.error) {
    return (
      <ErrorState title={failed} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {errorText(query.error)}
      </ErrorState>
    )
  }
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {loading}
      </p>
      {children ?? (
        <>
          <Skeleton className="h-56" />
          <Skeleton className="h-40" />
        </>
      )}
    </div>
  )
}
