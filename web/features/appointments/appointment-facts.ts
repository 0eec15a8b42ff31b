import type { Appointment } from '#contract/appointments.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'

import type { AppointmentFacts } from './appointment-summary.tsx'

export function factsOf(appointment: Appointment): AppointmentFacts {
  const { service, professional, center, attendee } = appointment
  return {
    serviceName: service.name,
    duration: formatDuration(service.durationMinutes),
    startsAt: appointment.startsAt,
    professionalName: professional.name,
    place: appointment.place,
    centerName: center.name,
    centerAddress: fullAddress(center),
    homeAddress: appointment.homeAddress,
    attendeeName: attendee?.name,
    priceCents: appointment.priceCents,
  }
}
