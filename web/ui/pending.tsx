import { type ReactNode, use } from 'react'

import { ErrorState } from './error-state.tsx'
import { ErrorTextContext } from './error-text.ts'
import { Skeleton } from './skeleton.tsx'

export type PendingProps = {
  /** What was asked for, as a query answers it. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Said while it loads: "Cargando el equipo". */
  loading: string
  /** Said when it failed: "No se pudo cargar el equipo". */
  failed: string
  /** Skeletons in the shape of what will stand there; two cards unless told. */
  children?: ReactNode
  /** Of what holds the skeletons. */
  className?: string
}

/** What stands in a place before its data is there: skeletons, or what failed and the way to try again. */
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
