import { Link } from '@tanstack/react-router'

import type { CenterProfile } from '#contract/centers.ts'
import { noBookingsAdvice } from '#web/features/centers/no-bookings.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * Replaces the steps for a centre that cannot be booked online: without a priced service it takes bookings only by telephone,
 * without a valid licence it takes none.
 */
export function NothingToBook({ center }: { center: CenterProfile }) {
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title={
          center.takesBookings
            ? `${center.name} todavía no recibe reservas en línea`
            : `${center.name}: no recibe reservas por ahora`
        }
        action={
          <Link to="/centers/$centerId" params={{ centerId: center.id }} className={buttonClass()}>
            Ver el perfil del centro
          </Link>
        }
      >
        {center.takesBookings
          ? 'Puedes pedir una hora por teléfono: lo encuentras en su perfil.'
          : noBookingsAdvice(center)}
      </EmptyState>
    </Page>
  )
}
