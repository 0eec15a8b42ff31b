import type { Appointment } from '#contract/appointments.ts'
import { hasOneName } from '#contract/center-words.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'

import type { AppointmentFacts } from './appointment-summary.tsx'

type Named = {
  center: Pick<Appointment['center'], 'name' | 'worksAlone'>
  professional: Pick<Appointment['professional'], 'name'>
}

/** The centre of an appointment or a therapy, as sentences name it: contract/center-words.ts. */
export function namedCenter({ center, professional }: Named) {
  return { centerName: center.name, worksAlone: center.worksAlone, professionalName: professional.name }
}

export function factsOf(appointment: Appointment): AppointmentFacts {
  const { service, professional, center, attendee } = appointment
  return {
    serviceName: service.name,
    duration: formatDuration(service.durationMinutes),
    startsAt: appointment.startsAt,
    professionalName: professional.name,
    place: appointment.place,
    centerName: center.name,
    hasOneName: hasOneName(namedCenter(appointment)),
    centerAddress: fullAddress(center),
    homeAddress: appointment.homeAddress,
    attendeeName: attendee?.name,
    priceCents: appointment.priceCents,
  }
}
