import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { AcceptButton } from './accept-booking.tsx'
import type { OpenAction } from './appointment-action.ts'
import { AppointmentList } from './appointment-list.tsx'
import { AppointmentRowsSkeleton } from './appointment-rows-skeleton.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { MoreActions } from './upcoming-actions.tsx'
import { useAppointmentList } from './use-appointment-list.ts'

export function UpcomingTab({ onAction }: { onAction: OpenAction }) {
  const { items, more, loadingMore, query } = useAppointmentList('upcoming')
  if (!items) {
    return (
      <Pending
        query={query}
        loading="Cargando tus citas"
        failed="No se pudieron cargar tus citas"
        className="grid gap-4"
      >
        <Skeleton className="h-8 w-28" />
        <NextAppointmentSkeleton />
        <AppointmentRowsSkeleton rows={1} />
      </Pending>
    )
  }
  const [next, ...later] = items
  if (!next) {
    return (
      <EmptyState
        drawing="calendar"
        title="No tienes citas próximas"
        action={
          <Link to="/centers" className={buttonClass()}>
            Buscar un centro
          </Link>
        }
      >
        Cuando reserves una hora, la verás aquí con todo lo que necesitas para llegar.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="appointments-title" className="grid gap-4">
      <h2 id="appointments-title">Tus citas</h2>
      <NextAppointment appointment={next} onAction={onAction} />
      {later.length > 0 && (
        <section aria-labelledby="later-title" className="mt-2 grid gap-3">
          <h3 id="later-title">Más adelante</h3>
          <AppointmentList
            appointments={later}
            heading="h4"
            actionsOf={(appointment) => <AcceptButton appointment={appointment} onAction={onAction} size="small" />}
            menuOf={(appointment) => <MoreActions appointment={appointment} onAction={onAction} />}
            more={more}
            loadingMore={loadingMore}
          />
        </section>
      )}
    </section>
  )
}

function NextAppointmentSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-panel p-4 sm:gap-5 sm:p-7">
      <div className="grid gap-2">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-9 w-full max-w-md" />
      </div>
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 rounded-full" />
        <Skeleton className="h-12 w-48" />
      </div>
      <Skeleton className="h-17" />
      <Skeleton className="h-11 max-w-sm" />
      <Skeleton className="h-16" />
    </div>
  )
}
