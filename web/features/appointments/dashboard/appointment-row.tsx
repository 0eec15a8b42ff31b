import type { ReactNode } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { whoAndWhere } from '#contract/center-words.ts'
import { placeLabels } from '#contract/places.ts'
import { seriesPlaceText } from '#contract/series.ts'
import { PayingNotice } from '#web/features/checkouts/paying-notice.tsx'
import { formatDay, formatLongDay, formatTime } from '#web/platform/formats.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { dot } from '#web/ui/dot.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { namedCenter } from '../appointment-facts.ts'
import { provisionalText } from '../provisional-text.ts'
import { AppointmentStatusBadge } from '../status-badge.tsx'
import {
  cancellationText,
  moveText,
  notRefundedText,
  objectionText,
  undoneText,
  upheldText,
} from './appointment-action.ts'

export type AppointmentRowProps = {
  appointment: Appointment
  /** Buttons under the text. */
  actions: ReactNode
  /** At the end of the row, beside the status. */
  menu?: ReactNode
  heading?: 'h3' | 'h4'
}

export function AppointmentRow({ appointment, actions, menu, heading: Heading = 'h3' }: AppointmentRowProps) {
  const { startsAt, service, series, place, attendee, rating, objection, undonePayment, cancelledRefund } = appointment
  const cancelledText = cancellationText(appointment)
  const moved = moveText(appointment)
  const provisional = provisionalText(appointment)
  const upheld = upheldText(appointment)
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card border border-line bg-panel p-4 sm:gap-x-5 sm:p-5"
    >
      <DateBlock startsAt={startsAt} />
      <div className="grid min-w-0 content-start gap-2 cramped:col-span-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <div className="min-w-0">
            <Heading>
              <span className="sr-only">{`${formatLongDay(startsAt)}, ${formatTime(startsAt)}: `}</span>
              {service.name}
            </Heading>
            <p>
              <span aria-hidden="true" className="font-medium tabular-nums">
                {formatTime(startsAt)}
                {dot}
              </span>
              {whoAndWhere(namedCenter(appointment))}
            </p>
            <RowOwnTime instant={startsAt} className="block text-sm text-ink-soft" />
            <p className="text-sm text-ink-soft">
              {placeLabels[place]}
              {series && `${dot}Cita ${seriesPlaceText(series)}`}
              {attendee?.dependantId && `${dot}Para ${attendee.name}`}
              {cancelledText && `${dot}${cancelledText}`}
            </p>
            {moved && <p className="text-sm">{moved}</p>}
            {provisional && <p className="text-sm">{provisional}</p>}
            {objection && <p className="text-sm">{objectionText(appointment)}</p>}
            {undonePayment?.objection && <p className="text-sm">{undoneText(appointment)}</p>}
            {cancelledRefund?.objection && <p className="text-sm">{notRefundedText(appointment)}</p>}
            {upheld && <p className="text-sm">{upheld}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
            <AppointmentStatusBadge appointment={appointment} />
            {menu}
          </div>
        </div>
        {rating !== null && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            Tu calificación
            <StarRating value={rating} />
            <span className="sr-only">{`${rating} de 5`}</span>
          </p>
        )}
      </div>
      <div className="col-span-2 empty:hidden">
        <PayingNotice checkoutId={appointment.payingCheckoutId} />
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 empty:hidden sm:col-span-1 sm:col-start-2">{actions}</div>
    </li>
  )
}

/** Decorative: the heading beside it has the same date in words. */
function DateBlock({ startsAt }: { startsAt: string }) {
  const [weekday, day, month] = formatDay(startsAt).split(' ')
  const year = localMoment(startsAt).date.slice(0, 4)
  return (
    <div
      aria-hidden="true"
      className="w-14 shrink-0 self-start rounded-control bg-sand py-2 text-center cramped:col-span-2 cramped:flex cramped:w-auto cramped:items-baseline cramped:gap-2 cramped:justify-self-start cramped:px-3 sm:w-16"
    >
      <span className="block text-sm text-ink-soft">{weekday}</span>
      <span className="block font-display text-xl leading-tight font-heading tabular-nums">{day}</span>
      <span className="block text-sm">{month}</span>
      {year !== localToday().slice(0, 4) && <span className="block text-sm text-ink-soft">{year}</span>}
    </div>
  )
}
