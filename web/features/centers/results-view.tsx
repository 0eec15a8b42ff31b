import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { CenterSearchResult } from '#contract/center-search.ts'

import { errorMessage } from '#web/platform/error-message.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/toast.ts'
import { ComparedBar } from './saved/later-parts.tsx'
import { SearchNotes } from './search-notes.tsx'

const failedTitle = 'No se pudieron cargar los centros'

type Results = {
  items: readonly { distanceMeters: number | null; nextTimes: readonly { startsAt: string }[] }[]
  total: number
  placeName: string | undefined
} & Pick<CenterSearchResult, 'nearMiss' | 'lacking' | 'leftOut'>

export type ResultsViewProps<Found extends Results> = {
  results: UseQueryResult<Found>
  countOf: (results: Found) => ReactNode
  countClass: string
  skeleton: ReactNode
  children: (results: Found) => ReactNode
}

/** A request that failed on the server is repeated in the browser, which starts from the skeleton. */
function useHasFailed({ data, isError }: UseQueryResult<unknown>): boolean {
  const hydrated = useHydrated()
  return !data && isError && hydrated
}

/** How many centres were found, and below it the centres, their skeleton or an error. */
export function ResultsView<Found extends Results>({
  results,
  countOf,
  countClass,
  skeleton,
  children,
}: ResultsViewProps<Found>) {
  const { data } = results
  const failed = useHasFailed(results)
  const { errorUpdatedAt } = results
  useEffect(() => {
    if (failed && errorUpdatedAt > 0) toast({ kind: 'destructive', title: 'Error', description: failedTitle })
  }, [failed, errorUpdatedAt])
  return (
    <>
      <p role="status" className={data && data.total > 0 ? countClass : 'sr-only'}>
        {data ? countOf(data) : failed ? '' : 'Cargando centros…'}
      </p>
      <ZoneNote instants={data?.items.flatMap(({ nextTimes }) => nextTimes.map(({ startsAt }) => startsAt)) ?? []}>
        {failed && (
          <ErrorState title={failedTitle} onRetry={() => void results.refetch()} retrying={results.isFetching}>
            {errorMessage(results.error)}
          </ErrorState>
        )}
        {!data && !failed && skeleton}
        {data && hasNotes(data) && <SearchNotes notes={data} />}
        {data && children(data)}
        <ComparedBar />
      </ZoneNote>
    </>
  )
}

const hasNotes = ({ nearMiss, lacking, leftOut }: Results) =>
  nearMiss !== null || lacking !== null || leftOut.some((kind) => kind !== 'day')
