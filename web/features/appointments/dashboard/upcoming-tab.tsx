import { Link } from '@tanstack/react-router'

import { errorMessage } from '#web/platform/error-message.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

import type { OpenAct } from './appointment-act.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentList } from './appointment-list.tsx'
import { AppointmentRowsSkeleton, NextAppointmentSkeleton } from './appointment-skeletons.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { useAppointmentList } from './use-appointment-list.ts'

export function UpcomingTab({ onAct }: { onAct: OpenAct }) {
  const { items, error, retrying, retry, more, loadingMore } = useAppointmentList('upcoming')
  if (!items) {
    if (error) {
      return (
        <ErrorState title="No se pudieron cargar tus citas" onRetry={retry} retrying={retrying}>
          {errorMessage(error)}
        </ErrorState>
      )
    }
    return (
      <div aria-busy="true" className="grid gap-8">
        <p role="status" className="sr-only">
          Cargando tus citas
        </p>
        <NextAppointmentSkeleton />
        <AppointmentRowsSkeleton rows={1} />
      </div>
    )
  }
  const [next, ...later] = items
  if (!next) {
    return (
      <EmptyState
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
    <div className="grid gap-8">
      <NextAppointment appointment={next} onAct={onAct} />
      {later.length > 0 && (
        <section aria-labelledby="later-title" className="grid gap-3">
          <h2 id="later-title">Más adelante</h2>
          <AppointmentList
            appointments={later}
            actionsOf={(appointment) => <AppointmentActions appointment={appointment} onAct={onAct} size="small" />}
            more={more}
            loadingMore={loadingMore}
          />
        </section>
      )}
    </div>
  )
}
