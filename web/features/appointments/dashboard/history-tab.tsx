import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import type { ReviewAction } from '#contract/reviews.ts'
import { useOwnRecords } from '#web/features/clinical-records/own-records.tsx'
import { AnswerDialog } from '#web/features/reviews/review-text-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatLongMoment } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Star from '~icons/lucide/star'
import { notRefundedWords, type OpenAction, objectionLabel, objectionVariant, paidWords } from './appointment-action.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentList } from './appointment-list.tsx'
import { AppointmentRowsSkeleton } from './appointment-rows-skeleton.tsx'
import { BookAgain } from './book-again.tsx'
import { useAppointmentList } from './use-appointment-list.ts'

const titles: Record<ReviewAction['type'], string> = {
  delete: 'Retiramos una opinión tuya',
  warn: 'Una advertencia sobre una opinión tuya',
}

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
        drawing="book"
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
      <ReviewActions />
      <h2 className="sr-only">Tus citas pasadas y canceladas</h2>
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
          Cambiar la opinión
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.object && (
        <Button
          size="small"
          variant={objectionVariant(appointment)}
          {...opensDialog}
          onClick={() => onAction('object', appointment)}
        >
          {objectionLabel(appointment)}
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.sayPaid && (
        <Button size="small" variant="secondary" {...opensDialog} onClick={() => onAction('sayPaid', appointment)}>
          {paidWords.label}
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.sayNotRefunded && (
        <Button
          size="small"
          variant="secondary"
          {...opensDialog}
          onClick={() => onAction('sayNotRefunded', appointment)}
        >
          {notRefundedWords.label}
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {records?.appointmentIds.includes(appointment.id) && (
        <Button size="small" variant="secondary" {...opensDialog} onClick={() => onAction('record', appointment)}>
          Diagnóstico y notas
          <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
        </Button>
      )}
      {appointment.can.bookAgain && <BookAgain appointment={appointment} size="small" variant="secondary" />}
      <AppointmentActions appointment={appointment} onAction={onAction} size="small" />
    </>
  )
}

/** The actions of staff on the patient's reviews; the patient may answer each once. Renders nothing without actions. */
function ReviewActions() {
  const { queries } = useApi()
  const session = useSession()
  const { data } = useQuery({ ...queries.reviews.actions.queryOptions(), enabled: session.status === 'signedIn' })
  const dialog = useDialogState<ReviewAction>()
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Sobre tus opiniones" className="grid gap-3">
      {data.items.map((action) => {
        const { actionId, type, at, reason, centerName, answer, can } = action
        return (
          <article key={actionId} className="grid justify-items-start gap-2 rounded-card bg-amber-soft p-4">
            <h2 className="text-lg">{titles[type]}</h2>
            <p className="wrap-anywhere">{`Sobre ${centerName}, el ${formatDate(at)}. Motivo: ${reason}`}</p>
            {answer && <p className="text-sm wrap-anywhere">{`Respondiste: ${answer}`}</p>}
            {can.answer && (
              <Button variant="secondary" size="small" {...opensDialog} onClick={() => dialog.show(action)}>
                Responder una vez
              </Button>
            )}
          </article>
        )
      })}
      {dialog.subject && (
        <AnswerDialog key={dialog.key} action={dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}
