import { useQuery } from '@tanstack/react-query'

import type { Membership } from '#contract/memberships.ts'
import { PublicationPanel } from '#web/features/compliance/publication-panel.tsx'
import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Attention } from './attention.tsx'
import { FirstStepsLink } from './first-steps-link.tsx'
import { PracticeCards } from './practice-cards.tsx'
import { RecentAppointments } from './recent-appointments.tsx'

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
        {membership.role === 'owner' && (
          <>
            <FirstStepsLink centerId={centerId} />
            <PublicationPanel centerId={centerId} onlyIfNeeded />
          </>
        )}
        <Attention figures={figures.data} membership={membership} />
        <PracticeCards figures={figures.data} isOwn={membership.role === 'professional'} />
        <RecentAppointments appointments={figures.data.recent} />
      </div>
    )
  }
  return (
    <Pending asked={figures} loading="Cargando el resumen" failed="No se pudo cargar el resumen" className="grid gap-6">
      <Skeleton className="h-20" />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </Pending>
  )
}
