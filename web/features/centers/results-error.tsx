import type { UseQueryResult } from '@tanstack/react-query'

import { errorMessage } from '#web/platform/error-message.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** Replaces results that could not be loaded. */
export function ResultsError({ results }: { results: UseQueryResult<unknown> }) {
  return (
    <ErrorState
      title="No se pudieron cargar los centros"
      onRetry={() => void results.refetch()}
      retrying={results.isFetching}
    >
      {errorMessage(results.error)}
    </ErrorState>
  )
}
