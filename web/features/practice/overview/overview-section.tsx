import type { Membership } from '#contract/memberships.ts'
import { PublicationPanel, usePublication } from '#web/features/compliance/publication-panel.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Attention } from './attention.tsx'
import { FirstStepsLink } from './first-steps-link.tsx'
import { PracticeCards } from './practice-cards.tsx'
import { RecentAppointments } from './recent-appointments.tsx'
import { Requests } from './requests.tsx'
import { useLiveFigures } from './use-live-figures.ts'

/** What needs somebody first, then the numbers. */
export function OverviewSection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const figures = useLiveFigures({ centerId })
  // What is below the panel must not move once it can be pressed.
  const isOwner = membership.role === 'owner'
  const publication = usePublication({ centerId, enabled: isOwner })
  // While patients find the centre, those who wait for an answer come before a document that is about to lapse.
  const isPublished = publication.data?.state === 'published'
  if (figures.data && (!isOwner || !publication.isPending)) {
    return (
      <div className="grid gap-6">
        {isOwner && (
          <>
            <FirstStepsLink centerId={centerId} />
            {!isPublished && <PublicationPanel centerId={centerId} onlyIfNeeded />}
          </>
        )}
        <Requests centerId={centerId} requests={figures.data.requests} />
        <Attention figures={figures.data} membership={membership} />
        <PracticeCards figures={figures.data} isOwn={membership.role === 'professional'} />
        {isPublished && <PublicationPanel centerId={centerId} onlyIfNeeded />}
        <RecentAppointments appointments={figures.data.recent} />
      </div>
    )
  }
  return (
    <Pending query={figures} loading="Cargando el resumen" failed="No se pudo cargar el resumen" className="grid gap-6">
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
