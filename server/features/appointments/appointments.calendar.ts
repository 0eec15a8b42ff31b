import ical, { ICalEventStatus } from 'ical-generator'
import { brand } from '#contract/brand.ts'
import { calendarText } from '#server/platform/calendar-text.ts'
import type { AppointmentRow } from './repository/appointments.ts'
import { centerAddressText } from './rules/lifecycle.ts'

/**
 * An iCalendar file of one appointment. Colleagues and family see a calendar's titles, and a centre's name may reveal what
 * is treated there, so the title only says that there is an appointment.
 */
export function calendarFile({ appointment, publicUrl }: { appointment: AppointmentRow; publicUrl: string }): string {
  const { id, startsAt, endsAt, updatedAt, status, centerName, professionalName, homeAddress, place } = appointment
  const calendar = ical({ prodId: { company: brand.name, product: brand.name, language: 'ES' } })
  calendar.createEvent({
    // The same id on every download, so importing a moved appointment again moves it in that calendar, too.
    id: `${id}@${new URL(publicUrl).hostname}`,
    // Calendar programs keep the version with the highest number, so a moved or cancelled appointment replaces the old one.
    sequence: Math.floor(updatedAt.getTime() / 1000),
    status: status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: startsAt,
    end: endsAt,
    summary: 'Cita',
    description: calendarText(`Con ${professionalName}, de ${centerName}`),
    location: calendarText(
      { center: `${centerName}, ${centerAddressText(appointment)}`, online: 'Videollamada', home: homeAddress ?? '' }[
        place
      ],
    ),
    url: `${publicUrl}/dashboard`,
  })
  return calendar.toString()
}
