import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { brand } from '#contract/brand.ts'
import { hasOneName } from '#contract/center-words.ts'
import { PayingNotice } from '#web/features/checkouts/paying-notice.tsx'
import { ReminderList } from '#web/features/reminders/reminder-list.tsx'
import { CenterReply } from '#web/features/reviews/review-content.tsx'
import { OwnTelehealth } from '#web/features/telehealth/own-telehealth.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { telHref } from '#web/platform/formats.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import MessagesSquare from '~icons/lucide/messages-square'
import Phone from '~icons/lucide/phone'
import { factsOf, namedCenter } from '../appointment-facts.ts'
import { AppointmentSummary } from '../appointment-summary.tsx'
import { CalendarButton } from '../calendar-button.tsx'
import { cancellationRule } from '../cancellation-rule.ts'
import { PaymentText } from '../payment-text.tsx'
import { ProvisionalNotice } from '../provisional-notice.tsx'
import { AppointmentStatusBadge } from '../status-badge.tsx'
import { AcceptBooking } from './accept-booking.tsx'
import {
  cancellationText,
  moveText,
  type OpenAction,
  objectionLabel,
  objectionText,
  objectionVariant,
  upheldText,
  writtenReason,
} from './appointment-action.ts'
import { BookAgain, ChooseAnotherTime } from './book-again.tsx'
import { OwnPayments } from './own-payments.tsx'

const titles: Record<string, string> = {
  'request.terms_changed': 'La cita cambió',
  'appointments.not_changeable': 'Ya no se puede confirmar',
  'appointments.not_found': 'Esta cita ya no existe',
}

const texts: Record<string, string> = {
  'request.terms_changed':
    'Cambió mientras la mirabas, así que no la confirmamos. Abajo está como es ahora: si sigue siendo tuya, dilo de nuevo.',
  'appointments.not_found': 'Si crees que hay un error, escríbele al centro.',
}

export type DetailsDialogProps = {
  appointment: Appointment
  /** Why the server refused to accept it; undefined when it was not asked, or accepted. */
  refusal?: unknown
  open: boolean
  onClose: () => void
  onAction: OpenAction
}

export function DetailsDialog({ appointment, refusal, open, onClose, onAction }: DetailsDialogProps) {
  const { can, status, endsAt } = appointment
  const [now] = useState(serverDate)
  const isUpcoming = (status === 'pending' || status === 'confirmed') && new Date(endsAt) > now
  const cancelledText = cancellationText(appointment)
  const objected = objectionText(appointment)
  const upheld = upheldText(appointment)
  const reason = writtenReason(appointment)
  const moved = moveText(appointment)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Detalles de la cita"
      footer={
        isUpcoming ? (
          // After its start, nothing can be changed.
          (can.cancel || can.move || can.pay) && <UpcomingActions appointment={appointment} onAction={onAction} />
        ) : (
          <PastActions appointment={appointment} onAction={onAction} />
        )
      }
    >
      <div className="grid gap-5">
        <div>
          <AppointmentStatusBadge appointment={appointment} />
          {objected && <p className="mt-1 text-sm text-ink-soft">{objected}</p>}
          {upheld && <p className="mt-1 text-sm text-ink-soft">{upheld}</p>}
          {cancelledText && <p className="mt-1 text-sm text-ink-soft">{`${cancelledText}.`}</p>}
          {moved && <p className="mt-1 text-sm">{moved}</p>}
          {reason && <p className="mt-1 text-sm wrap-anywhere">{reason}</p>}
        </div>
        <ProvisionalNotice appointment={appointment} />
        <PayingNotice checkoutId={appointment.payingCheckoutId} />
        <RefusedAcceptance appointment={appointment} refusal={refusal} />
        <AcceptBooking appointment={appointment} onAccepted={onClose} onAction={onAction} />
        {isUpcoming && appointment.type === 'virtual' && <OwnTelehealth appointmentId={appointment.id} />}
        <AppointmentSummary facts={factsOf(appointment)} />
        <OwnPayments appointment={appointment} onAction={onAction} />
        {appointment.rating !== null && <OwnReview {...appointment} rating={appointment.rating} />}
        <Reminders appointmentId={appointment.id} />
        <div className="grid gap-1 border-t border-line pt-3">
          {(isUpcoming || can.pay) && (
            <p className="text-sm text-ink-soft">
              <PaymentText appointment={appointment} />
            </p>
          )}
          {can.cancel && <p className="text-sm text-ink-soft">{cancellationRule(appointment.cancellation)}</p>}
          {can.cancel && !can.move && (
            <p className="text-sm text-ink-soft">
              Este servicio ya no se reserva en línea: para cambiar la hora, habla con el centro.
            </p>
          )}
          {can.cancel && (
            <div className="mt-2 grid sm:justify-items-start">
              <CalendarButton appointmentId={appointment.id} />
            </div>
          )}
          <CenterLinks appointment={appointment} />
        </div>
      </div>
    </Dialog>
  )
}

type OwnReviewProps = Pick<Appointment, 'reviewComment' | 'reviewReply'> & { rating: number }

/** What the patient wrote, and the centre's reply, to which its notification leads. */
function OwnReview({ rating, reviewComment, reviewReply }: OwnReviewProps) {
  return (
    <section aria-label="Tu opinión" className="grid gap-2 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-sm font-semibold">Tu opinión</span>
        <StarRating value={rating} />
        <span className="sr-only">{`${rating} de 5`}</span>
      </p>
      {reviewComment && <p className="wrap-anywhere whitespace-pre-line">{reviewComment}</p>}
      {reviewReply && <CenterReply reply={reviewReply} />}
    </section>
  )
}

type ActionsProps = Pick<DetailsDialogProps, 'appointment' | 'onAction'>

function UpcomingActions({ appointment, onAction }: ActionsProps) {
  const { can } = appointment
  return (
    <>
      {can.cancel && (
        <Button variant="quietDanger" className="sm:mr-auto" onClick={() => onAction('cancel', appointment)}>
          Cancelar la cita
        </Button>
      )}
      {can.move && (
        <Button variant={can.pay ? 'secondary' : 'primary'} onClick={() => onAction('move', appointment)}>
          Mover
        </Button>
      )}
      {can.pay && <Button onClick={() => onAction('pay', appointment)}>Pagar</Button>}
    </>
  )
}

function PastActions({ appointment, onAction }: ActionsProps) {
  const { can } = appointment
  return (
    <>
      <BookAgain appointment={appointment} variant={can.review || can.object ? 'secondary' : 'primary'} />
      <ChooseAnotherTime appointment={appointment} variant="secondary" />
      {can.review && <Button onClick={() => onAction('review', appointment)}>Calificar</Button>}
      {can.object && (
        <Button variant={objectionVariant(appointment)} onClick={() => onAction('object', appointment)}>
          {objectionLabel(appointment)}
        </Button>
      )}
      {can.pay && (
        <Button
          variant={can.review || can.sayPaid ? 'secondary' : 'primary'}
          onClick={() => onAction('pay', appointment)}
        >
          Pagar
        </Button>
      )}
    </>
  )
}

function CenterLinks({ appointment }: { appointment: Appointment }) {
  const { center, professional } = appointment
  const isOne = hasOneName(namedCenter(appointment))
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-6">
      {center.phone && (
        <a href={telHref(center.phone)} className="inline-flex min-h-11 items-center gap-2">
          <Phone aria-hidden="true" className="size-4.5 text-action" />
          <span className="link">{center.phone}</span>
        </a>
      )}
      {center.presence !== 'gone' && (
        <Link to="/chat" search={{ to: center.id }} className="inline-flex min-h-11 items-center gap-2">
          <MessagesSquare aria-hidden="true" className="size-4.5 text-action" />
          <span className="link">{isOne ? `Escribirle a ${professional.name}` : 'Escribir al centro'}</span>
        </Link>
      )}
      {center.presence === 'public' && (
        <Link to="/centers/$centerId" params={{ centerId: center.id }} className="inline-flex min-h-11 items-center">
          <span className="link">{isOne ? 'Ver su perfil' : 'Ver el perfil del centro'}</span>
        </Link>
      )}
      {center.presence === 'gone' && <p className="text-sm text-ink-soft">Este centro ya no está en {brand.name}.</p>}
    </div>
  )
}

function Reminders({ appointmentId }: { appointmentId: string }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.appointments.reminders.queryOptions({ input: { appointmentId } }))
  return <ReminderList items={data?.items} />
}

/**
 * Why the patient could not say that a desk booking is theirs, and what they can do: the dialog around it shows the appointment
 * as it is now, with its actions.
 */
function RefusedAcceptance({ appointment, refusal }: { appointment: Appointment; refusal: unknown }) {
  if (refusal === undefined) return null
  const code = errorCode(refusal)
  return (
    <Banner tone="amber" role="alert" title={titles[code ?? ''] ?? 'Todavía no la confirmamos'}>
      {code === 'appointments.not_changeable' ? whyClosed(appointment) : (texts[code ?? ''] ?? errorMessage(refusal))}
      {code === 'appointments.email_unverified' && (
        <>
          {' '}
          <Link to="/dashboard" search={{ tab: 'profile' }} className="link">
            Ver mi correo en el perfil
          </Link>
        </>
      )}
    </Banner>
  )
}

function whyClosed({ status, cancelledBy }: Appointment): string {
  if (status !== 'cancelled') {
    return 'La hora de la cita ya llegó, y solo se confirma antes. Si tienes dudas, escríbele al centro.'
  }
  if (cancelledBy === 'patient') return 'Figura cancelada por ti. Si todavía la quieres, puedes reservar otra hora.'
  if (cancelledBy === 'staff') return `La canceló ${brand.name}, que suspendió al centro. Puedes reservar en otro.`
  return 'El centro la canceló antes de que la confirmaras. Puedes reservar otra hora, o escribirle.'
}
