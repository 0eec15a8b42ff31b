import { useQuery } from '@tanstack/react-query'

import type { Membership } from '#contract/memberships.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { Attention } from './attention.tsx'
import { PracticeCards } from './practice-cards.tsx'
import { RecentAppointments } from './recent-appointments.tsx'
import { ToPublish } from './to-publish.tsx'

/** The desk leaves it open: others book meanwhile. */
const refreshMs = 60_000

/** What needs somebody first, then the numbers. */
export function OverviewSection({ membership }: { membership: Membership }) {
  const { queries } = useApi()
  const { centerId } = membership
  const figures = useQuery({
    ...queries.practice.figures.queryOptions({ input: { centerId } }),
    refetchInterval: refreshMs,
  })
  if (figures.data) {
    return (
      <div className="grid gap-6">
        {membership.role === 'owner' && <ToPublish centerId={centerId} />}
        <Attention figures={figures.data} membership={membership} />
        <PracticeCards figures={figures.data} isOwn={membership.role === 'professional'} />
        <RecentAppointments appointments={figures.data.recent} />
      </div>
    )
  }
  if (figures.error) {
    return (
      <ErrorState
        title="No se pudo cargar el resumen"
        onRetry={() => void figures.refetch()}
        retrying={figures.isFetching}
      >
        {errorMessage(figures.error)}
      </ErrorState>
    )
  }
  return (
    <div aria-busy="true" className="grid gap-6">
      <span className="sr-only">Cargando el resumen</span>
      <Skeleton className="h-20" />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
