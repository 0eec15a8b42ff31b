import { Link } from '@tanstack/react-router'

import type { Appointment } from '#contract/appointments.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { type ButtonStyle, buttonClass } from '#web/ui/button-class.ts'

/** A link to book the same service with the same professional at the same place. */
export function BookAgain({ appointment, ...style }: { appointment: Appointment } & ButtonStyle) {
  const { center, service, professional, place, startsAt } = appointment
  return (
    <Link
      to="/book/$centerId"
      params={{ centerId: center.id }}
      search={{ offer: service.id, professional: professional.id, place }}
      className={buttonClass(style)}
    >
      Reservar de nuevo
      <span className="sr-only">{`: ${service.name}, como el ${formatLongDay(startsAt)}`}</span>
    </Link>
  )
}

export function bookAgainHref({ center, service, professional, place }: Appointment): string {
  return `/book/${center.id}?${new URLSearchParams({ offer: service.id, professional: professional.id, place })}`
}
