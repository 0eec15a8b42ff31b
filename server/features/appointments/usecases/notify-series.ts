import { withProfessional } from '#contract/center-words.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seriesMail, seriesSubject } from '../mail/series.ts'
import { dependantForPatient } from '../mail/wording.ts'
import { type AppointmentRow, listAppointmentsOfSeries } from '../repository/appointments.ts'
import { seriesLinks } from './calendar-links.ts'
import { toPatient } from './create-notifications.ts'
import { notifyAttendee } from './notify-attendee.ts'

type Booked = { platform: Platform; seriesId: string }

/** Tells the attendee of a whole series at once, by one mail and one notification. @returns whether a mail notifies them */
export async function notifySeriesBooked(tx: Tx, { platform, seriesId }: Booked): Promise<boolean> {
  const rows = await listAppointmentsOfSeries(tx, { seriesId })
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) throw new Error('The series has no appointments.')
  await notify(tx, { platform, seriesId, first, last, count: rows.length })
  // Its approval may be withheld: its earlier guests still learn of changes, but it makes itself known to no others.
  if (first.guestId !== null && !first.isCenterApproved) return false
  const starts = rows.map(({ startsAt }) => startsAt)
  const byPackage = rows.filter(({ isByPackage }) => isByPackage).length
  const links = seriesLinks(platform, { seriesId, endsAt: last.endsAt })
  return notifyAttendee(tx, {
    platform,
    appointment: first,
    preference: 'appointment',
    kind: 'appointments.series_booked',
    validUntil: last.startsAt,
    mail: (reader) => seriesMail({ reader, appointment: first, starts, byPackage, ...links }),
  })
}

type Notice = Booked & { first: AppointmentRow; last: AppointmentRow; count: number }

async function notify(tx: Tx, { platform, seriesId, first, last, count }: Notice): Promise<void> {
  const [entry] = toPatient({ appointment: first, event: 'appointments.booked_at_desk', title: seriesSubject(count) })
  if (!entry) return
  const attendee = dependantForPatient(first)
  const whose = attendee === undefined ? '' : `Citas de ${attendee}: `
  const message = `${whose}${attendee === undefined ? 'Desde' : 'desde'} el ${dayAndTime(first.startsAt)} hasta el ${dayAndTime(last.startsAt)}, ${withProfessional(first)}.`
  const about = { about: null, thread: `series ${seriesId}`, validUntil: last.startsAt }
  await notifyUsers(tx, { platform, entries: [{ ...entry, ...about, message }] })
}
