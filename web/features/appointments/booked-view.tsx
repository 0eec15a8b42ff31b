import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { pendingHours } from '#contract/calendar.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { CenterMap } from '#web/features/centers/map/center-map.tsx'
import { PayingNotice } from '#web/features/checkouts/paying-notice.tsx'
import { PushOffer } from '#web/features/notifications/push-offer.tsx'
import { useApi } from '#web/platform/api.ts'
import { telHref } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import CircleCheck from '~icons/lucide/circle-check'
import MapPin from '~icons/lucide/map-pin'
import Phone from '~icons/lucide/phone'
import { factsOf } from './appointment-facts.ts'
import { AppointmentSummary } from './appointment-summary.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { cancellationRule } from './cancellation-rule.ts'
import { directionsHref } from './directions.ts'
import { PaymentText } from './payment-text.tsx'
import { ProvisionalNotice } from './provisional-notice.tsx'
import { bookedTitle } from './provisional-text.ts'

const linkClass = 'link inline-flex min-h-11 items-center gap-2 [&_svg]:size-5'

/** The page after booking. The patient who booked can open its address again. */
export function BookedView({ appointmentId, center }: { appointmentId: string; center: CenterProfile }) {
  const { queries } = useApi()
  const session = useSession()
  const query = useQuery({
    ...queries.appointments.get.queryOptions({ input: { appointmentId } }),
    enabled: session.status === 'signedIn',
  })
  const returnHref = `/book/${center.id}?booked=${appointmentId}`
  return (
    <Page width="form" className="py-10">
      {query.data ? (
        <Booked appointment={query.data} center={center} />
      ) : session.status === 'signedOut' ? (
        <div className="grid justify-items-start gap-4">
          <h1>Tu reserva</h1>
          <p>Inicia sesión para ver esta cita.</p>
          <Anchor href={`/login?${new URLSearchParams({ next: returnHref })}`} className={buttonClass()}>
            Iniciar Sesión
          </Anchor>
        </div>
      ) : (
        <Pending query={query} loading="Cargando tu reserva" failed="No se pudo cargar tu reserva">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-72" />
        </Pending>
      )}
    </Page>
  )
}

function Booked({ appointment, center }: { appointment: Appointment; center: CenterProfile }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
  }, [])
  const isRequest = appointment.status === 'pending'
  const { data: me } = useMe()
  const isMailed = useMailsOfAppointments()
  return (
    <div className="grid gap-6">
      <div className="grid justify-items-center gap-3 text-center">
        <CompletedPath />
        <h1 ref={title} tabIndex={-1}>
          {appointment.status === 'confirmed' ? bookedTitle(appointment) : titles[appointment.status]}
        </h1>
        {isRequest ? (
          <p className="text-ink-soft">
            El centro tiene hasta {pendingHours} horas para confirmarla. Te avisamos{' '}
            {isMailed ? 'por correo' : 'en tus notificaciones'} en cuanto responda.
          </p>
        ) : (
          appointment.status === 'confirmed' &&
          appointment.provisionalUntil === null && (
            <p className="flex items-center gap-1.5 text-ink-soft">
              <CircleCheck aria-hidden="true" className="size-5 text-green" />
              {me?.emailConfirmed === false
                ? 'Confirma tu correo para que te lleguen todos los avisos de esta cita.'
                : isMailed
                  ? 'Te enviamos los detalles por correo.'
                  : 'Apagaste los correos de tus citas: los detalles están aquí y en tus citas.'}
            </p>
          )
        )}
      </div>
      <ProvisionalNotice appointment={appointment} />
      <PayingNotice checkoutId={appointment.payingCheckoutId} />
      <PushOffer />
      <Card padding="large" className="grid gap-5">
        <AppointmentSummary facts={factsOf(appointment)} />
        <div className="grid gap-2 border-t border-line pt-4 text-sm text-ink-soft">
          <p>
            <PaymentText appointment={appointment} />
          </p>
          <p>{cancellationRule(appointment.cancellation)}</p>
        </div>
      </Card>
      <div className="flex flex-wrap justify-center gap-3">
        {appointment.can.pay && (
          <Link to="/dashboard" search={{ appointment: appointment.id, act: 'pay' }} className={buttonClass()}>
            Pagar ahora
          </Link>
        )}
        <CalendarButton appointmentId={appointment.id} />
        <Link to="/dashboard" className={buttonClass({ variant: appointment.can.pay ? 'secondary' : 'primary' })}>
          Ver mis citas
        </Link>
      </div>
      {(appointment.can.move || appointment.can.cancel) && (
        <div className="flex flex-wrap justify-center gap-x-3">
          {appointment.can.move && <ActionLink action="move" appointment={appointment} label="Cambiar la hora" />}
          {appointment.can.cancel && <ActionLink action="cancel" appointment={appointment} label="Cancelar la cita" />}
        </div>
      )}
      <DirectionsSection appointment={appointment} center={center} />
    </div>
  )
}

/** Whether the patient wants mails about appointments, as most do. */
function useMailsOfAppointments(): boolean {
  const { queries } = useApi()
  const { data } = useQuery(queries.notifications.preferences.queryOptions())
  return data?.items.find(({ kind }) => kind === 'appointment')?.byMail ?? true
}

type ActionLinkProps = { action: 'move' | 'cancel'; appointment: Appointment; label: string }

function ActionLink({ action, appointment, label }: ActionLinkProps) {
  return (
    <Link
      to="/dashboard"
      search={{ appointment: appointment.id, act: action }}
      className={buttonClass({ variant: action === 'cancel' ? 'quietDanger' : 'quiet' })}
    >
      {label}
    </Link>
  )
}

const titles: Record<Exclude<Appointment['status'], 'confirmed'>, string> = {
  held: 'Tu reserva está sin confirmar',
  pending: 'Tu pedido de reserva fue enviado',
  completed: 'Tu cita',
  cancelled: 'Esta cita fue cancelada',
  no_show: 'Tu cita',
}

function CompletedPath() {
  return (
    <svg viewBox="0 0 240 84" fill="none" strokeLinecap="round" aria-hidden="true" className="h-auto w-44">
      <path d="M6 68c28 8 56 4 62-14S52 22 82 18s44 22 66 26 40-4 58-18" strokeWidth="9" className="stroke-path" />
      <circle cx="214" cy="20" r="17" className="fill-action" />
      <path d="M206 20l6 6 10-11" strokeWidth="4" strokeLinejoin="round" className="stroke-on-action" />
    </svg>
  )
}

function DirectionsSection({ appointment, center }: { appointment: Appointment; center: CenterProfile }) {
  const { phone } = appointment.center
  const isThere = appointment.place === 'center'
  if (!isThere && !phone) return null
  return (
    <section aria-labelledby="directions" className="grid gap-3">
      <h2 id="directions" className="text-lg">
        {isThere ? 'Cómo llegar' : 'Si tienes dudas'}
      </h2>
      {isThere && <CenterMap center={center} />}
      <div className="flex flex-wrap gap-x-6">
        {isThere && (
          <a href={directionsHref(appointment.center)} target="_blank" rel="noopener noreferrer" className={linkClass}>
            <MapPin aria-hidden="true" />
            Ver cómo llegar
            <span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
        )}
        {phone && (
          <a href={telHref(phone)} className={linkClass}>
            <Phone aria-hidden="true" />
            {`Llamar al centro: ${phone}`}
          </a>
        )}
      </div>
    </section>
  )
}
