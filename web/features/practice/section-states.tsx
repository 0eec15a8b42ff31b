import { errorMessage } from '#web/platform/error-message.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Asked = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** What stands in a section's place before its data is there: skeletons, or what failed and the way to try again. */
export function SectionPending({ asked, loading, failed }: { asked: Asked; loading: string; failed: string }) {
  if (asked.error) {
    return (
      <ErrorState title={failed} onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
        {errorMessage(asked.error)}
      </ErrorState>
    )
  }
  return (
    <div aria-busy="true" className="grid gap-4">
      <p role="status" className="sr-only">
        {loading}
      </p>
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </div>
  )
}
