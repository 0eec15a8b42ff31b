import ical from 'ical-generator'
import { brand } from '#contract/brand.ts'
import type { AppointmentRow } from './repository/appointments.ts'

/** An iCalendar file of one appointment. Its title names the centre alone: calendars are seen by others. */
export function calendarFile({ appointment, publicUrl }: { appointment: AppointmentRow; publicUrl: string }): string {
  const { id, startsAt, endsAt, centerName, professionalName, centerAddress, homeAddress, place } = appointment
  const calendar = ical({ prodId: { company: brand.name, product: brand.name, language: 'ES' } })
  calendar.createEvent({
    // The same id on every download, so that importing a moved appointment again moves it there, too.
    id: `${id}@${new URL(publicUrl).hostname}`,
    start: startsAt,
    end: endsAt,
    summary: `Cita en ${centerName}`,
    description: `Con ${professionalName}`,
    location: { center: centerAddress, online: 'Videollamada', home: homeAddress ?? '' }[place],
    url: `${publicUrl}/dashboard`,
  })
  return calendar.toString()
}
