import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { NextAppointmentSkeleton } from './appointment-skeletons.tsx'

/** Shown until the account is known, in the shape of the dashboard. */
export function DashboardLoading() {
  return (
    <Page className="grid gap-6 pt-8 pb-16">
      <h1>Mi Dashboard</h1>
      <p role="status" className="-mt-4 text-ink-soft">
        Cargando tu dashboard…
      </p>
      <div aria-busy="true" className="grid items-start gap-8 lg:grid-cols-[1fr_17rem]">
        <div className="grid gap-6">
          <Skeleton className="h-12 max-w-sm" />
          <NextAppointmentSkeleton />
        </div>
        <Skeleton className="h-60 max-lg:hidden" />
      </div>
    </Page>
  )
}
