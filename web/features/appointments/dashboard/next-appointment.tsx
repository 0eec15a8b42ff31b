import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import { hasOneName } from '#contract/center-words.ts'
import { seriesPlaceText } from '#contract/series.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { PayingNotice } from '#web/features/checkouts/paying-notice.tsx'
import { OwnTelehealth } from '#web/features/telehealth/own-telehealth.tsx'
import { dayMs } from '#web/platform/durations.ts'
import { formatLongDay, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { useToday } from '#web/platform/use-now.ts'
import { OwnTime } from '#web/platform/zone-note.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import Bell from '~icons/lucide/bell'
import House from '~icons/lucide/house'
import MapPin from '~icons/lucide/map-pin'
import Navigation from '~icons/lucide/navigation'
import ReceiptText from '~icons/lucide/receipt-text'
import Video from '~icons/lucide/video'
import { namedCenter } from '../appointment-facts.ts'
import { cancellationRule } from '../cancellation-rule.ts'
import { directionsHref } from '../directions.ts'
import { PaymentText } from '../payment-text.tsx'
import { provisionalText } from '../provisional-text.ts'
import { AppointmentStatusBadge } from '../status-badge.tsx'
import { AcceptBooking } from './accept-booking.tsx'
import { moveText, type OpenAction } from './appointment-action.ts'
import { useAppointmentReminder } from './reminders.tsx'
import { NextActions } from './upcoming-actions.tsx'

export function NextAppointment({ appointment, onAction }: { appointment: Appointment; onAction: OpenAction }) {
  const { startsAt, endsAt, professional, center, service, series, attendee, priceCents, can } = appointment
  const today = useToday()
  const provisional = provisionalText(appointment)
  const hasReminder = useAppointmentReminder(appointment.id) !== undefined
  return (
    <section
      aria-labelledby="next-title"
      className="relative isolate grid gap-4 overflow-clip rounded-card border border-line bg-panel p-4 sm:gap-5 sm:p-7"
    >
      <NextPath />
      <div className="grid justify-items-start gap-2">
        <h3 id="next-title" className="grid gap-0.5 sm:max-w-[34rem]">
          <span className="font-sans text-base font-medium tracking-normal text-ink-soft">
            {can.cancel ? `Tu próxima cita es ${nearness({ startsAt, today })}` : 'Tu cita está en curso'}
          </span>
          <span className="sr-only">: </span>
          <time dateTime={startsAt} className="font-display text-2xl leading-tight font-heading first-letter:uppercase">
            {formatLongDay(startsAt)}, <span className="whitespace-nowrap">{formatTime(startsAt)}</span>
          </time>
          <OwnTime instant={startsAt} />
        </h3>
        <p className="flex flex-wrap items-center gap-2">
          <AppointmentStatusBadge appointment={appointment} />
          {hasReminder && <Badge icon={<Bell aria-hidden="true" />}>Recordatorio</Badge>}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <Avatar name={professional.name} src={professional.photoUrl} size="large" />
        <div className="min-w-0">
          <p className="text-lg leading-snug font-semibold">{professional.name}</p>
          {center.presence === 'public' ? (
            <Link to="/centers/$centerId" params={{ centerId: center.id }} className="link inline-block py-1">
              {hasOneName(namedCenter(appointment)) ? 'Ver su perfil' : center.name}
            </Link>
          ) : (
            <p>{center.name}</p>
          )}
          <p className="text-ink-soft">
            {service.name}
            {series && `${dot}Cita ${seriesPlaceText(series)}`}
            {dot}
            <span className="font-medium text-ink">{attendee?.dependantId ? `Para ${attendee.name}` : 'Para ti'}</span>
          </p>
        </div>
      </div>
      <Where appointment={appointment} />
      {appointment.type === 'virtual' && <OwnTelehealth appointmentId={appointment.id} />}
      <AcceptBooking appointment={appointment} onAction={onAction} />
      <PayingNotice checkoutId={appointment.payingCheckoutId} />
      <NextActions appointment={appointment} onAction={onAction} />
      <p className="flex gap-3 text-sm">
        <ReceiptText aria-hidden="true" className="size-5 shrink-0 text-action" />
        <span>
          {`${formatDuration(service.durationMinutes)}, hasta las ${formatTime(endsAt)}`}
          {dot}
          <Price cents={priceCents} />
          <span className="text-ink-soft">
            {dot}
            <PaymentText appointment={appointment} />
          </span>
        </span>
      </p>
      {provisional && <p className="text-sm font-medium">{provisional}</p>}
      {can.cancel && (
        <p className="text-sm text-ink-soft">
          {[moveText(appointment), cancellationRule(appointment.cancellation)].filter(Boolean).join(' ')}
        </p>
      )}
    </section>
  )
}

/** "hoy", "mañana", "en 3 días": counted in calendar days, not in hours. */
function nearness({ startsAt, today }: { startsAt: string; today: string }): string {
  const days = Math.round((Date.parse(localMoment(startsAt).date) - Date.parse(today)) / dayMs)
  if (days <= 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

const placeLine = 'flex items-center gap-3 rounded-control bg-sand px-3.5 py-2.5'

/** The place, of which an address is the link that shows the way there. */
function Where({ appointment }: { appointment: Appointment }) {
  const { place, center, homeAddress, lacksRoom } = appointment
  if (place === 'online') {
    return (
      <p className={placeLine}>
        <Video aria-hidden="true" className={placeIcon} />
        {lacksRoom ? 'Online; el centro todavía no puso el enlace' : 'Online'}
      </p>
    )
  }
  if (place === 'home') {
    return (
      <p className={placeLine}>
        <House aria-hidden="true" className={placeIcon} />
        <span className="wrap-anywhere">{`A domicilio: ${homeAddress || 'en tu dirección'}`}</span>
      </p>
    )
  }
  return (
    <a
      href={directionsHref(center)}
      target="_blank"
      rel="noopener noreferrer"
      className={`${placeLine} group transition-colors hover:bg-action-soft`}
    >
      <MapPin aria-hidden="true" className={placeIcon} />
      <span className="grid min-w-0 grow">
        <span className="sr-only">Cómo llegar a </span>
        <span translate="no" className="font-medium wrap-anywhere">
          {fullAddress(center)}
        </span>
        <span aria-hidden="true" className="link justify-self-start text-sm font-semibold">
          Cómo llegar
        </span>
        <span className="sr-only"> (se abre en otra pestaña)</span>
      </span>
      <Navigation aria-hidden="true" className="size-5 shrink-0 text-action" />
    </a>
  )
}

const placeIcon = 'size-5 shrink-0 text-action'

function NextPath() {
  return (
    <svg
      viewBox="0 0 320 220"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="absolute -top-4 -right-6 -z-10 h-52 w-76 max-sm:hidden"
    >
      <path d="M330 10c-70-10-112 12-118 50s46 52 36 90-70 46-128 34" strokeWidth="20" className="stroke-path" />
      <circle cx="120" cy="184" r="9" className="fill-clay" />
    </svg>
  )
}
