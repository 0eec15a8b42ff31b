import { Link } from '@tanstack/react-router'
import Star from 'lucide-react/icons/star'

import type { Appointment } from '#contract/appointments.ts'
import { useOwnRecords } from '#web/features/clinical-records/own-records.tsx'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'

import { type OpenAction, objectionLabel } from './appointment-action.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentList } from './appointment-list.tsx'
import { AppointmentRowsSkeleton } from './appointment-rows-skeleton.tsx'
import { BookAgain } from './book-again.tsx'
import { ReviewMeasures } from './review-measures.tsx'
import { useAppointmentList } from './use-appointment-list.ts'

export function HistoryTab({ onAction }: { onAction: OpenAction }) {
  const { items, first, more, loadingMore, query } = useAppointmentList('history')
  if (!items) {
    return (
      <Pending query={query} loading="Cargando tu historial" failed="No se pudo cargar tu historial">
        <AppointmentRowsSkeleton rows={3} />
      </Pending>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title="Tu historial está vacío"
        action={
          <Link to="/centers" className={buttonClass()}>
            Buscar un centro
          </Link>
        }
      >
        Aquí quedan tus consultas pasadas, para calificarlas o reservar otra vez con quien te atendió.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-3">
      <ReviewMeasures />
      <h2 className="sr-only">Tus citas pasadas</h2>
      <AppointmentList
        appointments={items}
        actionsOf={(appointment) => <PastActions appointment={appointment} onAction={onAction} />}
        more={more}
        loadingMore={loadingMore}
      />
      <p role="status" className="text-center text-sm text-ink-soft">
        {more ? `${items.length} de ${first?.total ?? items.length} citas` : ''}
      </p>
    </div>
  )
}

function PastActions({ appointment, onAction }: { appointment: Appointment; onAction: OpenAction }) {
  const records = useOwnRecords()
  return (
    <>
      {appointment.can.review && (
        <Button
          size="small"
          icon={<Star aria-hidden="true" className="size-4" />}
          {...opensDialog}
          onClick={() => onAction('review', appointment)}
        >
          Calificar
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.editReview && (
        <Button
          size="small"
          variant="secondary"
          icon={<Star aria-hidden="true" className="size-4" />}
          {...opensDialog}
          onClick={() => onAction('review', appointment)}
        >
          Cambiar la reseña
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.object && (
        <Button size="small" {...opensDialog} onClick={() => onAction('object', appointment)}>
          {objectionLabel(appointment)}
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {records?.appointmentIds.includes(appointment.id) && (
        <Button size="small" variant="secondary" {...opensDialog} onClick={() => onAction('record', appointment)}>
          Diagnóstico y notas
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      <BookAgain appointment={appointment} size="small" variant="secondary" />
      <AppointmentActions appointment={appointment} onAction={onAction} size="small" />
    </>
  )
}
