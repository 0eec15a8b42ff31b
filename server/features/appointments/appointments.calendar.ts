import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { hasOneName } from '#contract/center-words.ts'
import { calendarText } from '#server/platform/calendar-text.ts'
import type { AppointmentRow } from './repository/appointments.ts'
import { centerAddressText } from './rules/lifecycle.ts'

/**
 * An iCalendar file of one appointment, or of a series. Colleagues and family see a calendar's titles, and a centre's name may reveal
 * what is treated there, so the title only says that there is an appointment.
 */
export function calendarFile({
  appointments,
  publicUrl,
}: {
  appointments: readonly AppointmentRow[]
  publicUrl: string
}): string {
  const calendar = ical({
    prodId: { company: brand.name, product: brand.name, language: 'ES' },
    // Outlook removes an event only when the file itself is a cancellation.
    method: appointments.every(isCancelled) ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const appointment of appointments) {
    const { id, startsAt, endsAt, updatedAt, calendarSequence } = appointment
    calendar.createEvent({
      // The same id on every download, so importing a moved appointment again moves it in that calendar, too.
      id: `${id}@${new URL(publicUrl).hostname}`,
      // Calendar programs keep the version with the highest number, and of equal numbers the one with the later stamp.
      sequence: calendarSequence,
      stamp: updatedAt,
      lastModified: updatedAt,
      status: statusOf(appointment),
      start: startsAt,
      end: endsAt,
      ...textsOf(appointment),
      // Both methods require an organizer.
      organizer: { name: brand.name, email: brand.email },
      url: `${publicUrl}/dashboard`,
    })
  }
  return calendar.toString()
}

/** A page of Google Calendar with the appointment filled in, which its user saves. It cannot move or cancel what was saved. */
export function googleCalendarUrl({ appointment }: { appointment: AppointmentRow }): string {
  const { summary, description, location } = textsOf(appointment)
  const compact = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${compact(appointment.startsAt)}/${compact(appointment.endsAt)}`,
    ctz: zone,
    details: description,
    location,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

function textsOf(appointment: AppointmentRow) {
  const { centerName, professionalName, homeAddress, place } = appointment
  const where = {
    center: `${centerName}, ${centerAddressText(appointment)}`,
    online: 'Online',
    home: homeAddress ?? 'A domicilio',
  }
  return {
    summary: 'Cita',
    description: calendarText(
      hasOneName(appointment) ? `Con ${professionalName}` : `Con ${professionalName}, de ${centerName}`,
    ),
    location: calendarText(where[place]),
  }
}

/** A request that the centre has not accepted, and a booking of the desk that the patient has not, are not certain yet. */
function statusOf(appointment: AppointmentRow): ICalEventStatus {
  if (isCancelled(appointment)) return ICalEventStatus.CANCELLED
  const { status, bookedBy, acceptedAt } = appointment
  const isOpen = status === 'pending' || (status === 'confirmed' && bookedBy === 'center' && acceptedAt === null)
  return isOpen ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

function isCancelled({ status }: AppointmentRow): boolean {
  return status === 'cancelled' || status === 'no_show'
}
