import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { hasOneName } from '#contract/center-words.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { OwnTelehealth } from '#web/features/telehealth/own-telehealth.tsx'
import { dayMs } from '#web/platform/durations.ts'
import { formatLongDay, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { useToday } from '#web/platform/use-now.ts'
import { OwnTime } from '#web/platform/zone-note.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import House from '~icons/lucide/house'
import MapPin from '~icons/lucide/map-pin'
import ReceiptText from '~icons/lucide/receipt-text'
import Stethoscope from '~icons/lucide/stethoscope'
import UsersRound from '~icons/lucide/users-round'
import Video from '~icons/lucide/video'
import { namedCenter } from '../appointment-facts.ts'

import { CalendarButton } from '../calendar-button.tsx'
import { cancellationRule } from '../cancellation-rule.ts'
import { paymentSentence } from '../payment-sentence.ts'
import { AppointmentStatusBadge } from '../status-badge.tsx'
import { AcceptBooking } from './accept-booking.tsx'
import { moveText, type OpenAction } from './appointment-action.ts'
import { AppointmentActions } from './appointment-actions.tsx'

export function NextAppointment({ appointment, onAction }: { appointment: Appointment; onAction: OpenAction }) {
  const { startsAt, endsAt, professional, center, service, attendee, priceCents, can } = appointment
  const today = useToday()
  return (
    <section
      aria-labelledby="next-title"
      className="relative isolate overflow-clip rounded-card border border-line bg-panel p-5 sm:p-8"
    >
      <NextPath />
      <div className="grid gap-5 sm:gap-6">
        <div className="grid justify-items-start gap-2">
          <h2 id="next-title" className="grid gap-0.5 sm:max-w-[34rem]">
            <span className="font-sans text-base font-medium tracking-normal text-ink-soft">
              {can.cancel ? `Tu próxima cita es ${nearness({ startsAt, today })}` : 'Tu cita está en curso'}
            </span>
            <span className="sr-only">: </span>
            <time dateTime={startsAt} className="text-2xl first-letter:uppercase">
              {formatLongDay(startsAt)}, <span className="whitespace-nowrap">{formatTime(startsAt)}</span>
            </time>
            <OwnTime instant={startsAt} />
          </h2>
          <AppointmentStatusBadge appointment={appointment} />
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
          </div>
        </div>
        <SummaryList
          className="gap-x-8 gap-y-4 sm:grid-cols-2"
          items={[
            whereOf(appointment),
            {
              label: 'Servicio',
              value: `${service.name}${dot}${formatDuration(service.durationMinutes)}, hasta las ${formatTime(endsAt)}`,
              icon: <Stethoscope aria-hidden="true" />,
            },
            {
              label: 'Precio',
              value: (
                <>
                  <Price cents={priceCents} />
                  <span className="text-ink-soft">{`${dot}${paymentSentence(appointment).replace(/\.$/, '')}`}</span>
                </>
              ),
              icon: <ReceiptText aria-hidden="true" />,
            },
            ...(attendee?.dependantId
              ? [{ label: 'Para', value: attendee.name, icon: <UsersRound aria-hidden="true" /> }]
              : []),
          ]}
        />
        {can.cancel && (
          <p className="rounded-control bg-sand px-4 py-3 text-sm">
            {[moveText(appointment), cancellationRule(appointment.cancellation)].filter(Boolean).join(' ')}
          </p>
        )}
        {appointment.type === 'virtual' && <OwnTelehealth appointmentId={appointment.id} />}
        <AcceptBooking appointment={appointment} onAction={onAction} />
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          {can.cancel && <CalendarButton appointmentId={appointment.id} variant="primary" />}
          <AppointmentActions appointment={appointment} onAction={onAction} />
        </div>
      </div>
    </section>
  )
}

/** "hoy", "mañana", "en 3 días": counted in calendar days, not in hours. */
function nearness({ startsAt, today }: { startsAt: string; today: string }): string {
  const days = Math.round((Date.parse(localMoment(startsAt).date) - Date.parse(today)) / dayMs)
  if (days <= 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

function whereOf({ place, center, homeAddress, lacksRoom }: Appointment): {
  label: string
  value: ReactNode
  icon: ReactNode
} {
  if (place === 'online') {
    const value = lacksRoom ? 'Online; el centro todavía no puso el enlace' : 'Online'
    return { label: 'Dónde', value, icon: <Video aria-hidden="true" /> }
  }
  if (place === 'home') {
    return { label: 'A domicilio', value: homeAddress || 'En tu dirección', icon: <House aria-hidden="true" /> }
  }
  return { label: 'Dónde', value: fullAddress(center), icon: <MapPin aria-hidden="true" /> }
}

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
