import { withProfessional } from '#contract/center-words.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  type SeriesChangeEvent,
  seriesChangeMail,
  seriesChangeSubject,
  seriesMail,
  seriesSubject,
} from '../mail/series.ts'
import { dependantForPatient } from '../mail/wording.ts'
import { type AppointmentRow, listAppointmentsByIds, listAppointmentsOfSeries } from '../repository/appointments.ts'
import { requestCall } from '../repository/calls.ts'
import { mailLinks, seriesLinks } from './calendar-links.ts'
import type { ChangedOfMany, ChangeOfMany, HowNotified } from './change-many.ts'
import { toPatient } from './create-notifications.ts'
import { notifyAttendee } from './notify-attendee.ts'
import { mailsBookingsTo } from './notify-change.ts'

type Booked = { platform: Platform; seriesId: string }

/** Tells the attendee of a whole series at once, by one mail and one notification. @returns whether a mail notifies them */
export async function notifySeriesBooked(tx: Tx, { platform, seriesId }: Booked): Promise<boolean> {
  const rows = await listAppointmentsOfSeries(tx, { seriesId })
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) throw new Error('The series has no appointments.')
  await notify(tx, { platform, seriesId, first, last, count: rows.length })
  if (!mailsBookingsTo(first)) return false
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

type Changed = {
  platform: Platform
  centerId: string
  change: ChangeOfMany
  by: 'patient' | 'center'
  /** In the order of their starts before the change. */
  changed: readonly ChangedOfMany[]
}

/**
 * Tells the attendee of all that the desk changed of a series, by one mail and one notification. Without a mail, and unless they asked
 * for it, the desk has to call them: once.
 */
export async function notifySeriesChange(
  tx: Tx,
  { platform, centerId, change, by, changed }: Changed,
): Promise<HowNotified> {
  const rows = await listAppointmentsByIds(tx, { ids: changed.map(({ appointmentId }) => appointmentId) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const listed = changed.flatMap(({ appointmentId, ...each }) => {
    const row = byId.get(appointmentId)
    return row ? [{ ...each, row, startsAt: row.startsAt }] : []
  })
  const [first] = listed
  if (!first) return 'knows'
  const refundCents = changed.reduce((sum, each) => sum + each.refundCents, 0)
  const { reason } = change
  const event: SeriesChangeEvent =
    change.kind === 'move' ? { kind: 'moved', reason } : { kind: 'cancelled', by, reason, refundCents }
  await noteChange(tx, { platform, event, count: listed.length, first: first.row })
  const notified = await notifyAttendee(tx, {
    platform,
    appointment: first.row,
    preference: 'appointment',
    kind: kindsOf(event).mail,
    mail: (reader) =>
      seriesChangeMail({
        reader,
        appointment: first.row,
        event,
        changed: listed,
        ...mailLinks(platform, { appointment: first.row }),
      }),
  })
  const call = { appointmentId: first.row.id, centerId, wasAt: first.wasAt, now: platform.clock.now() }
  if (notified) return 'mail'
  if (by === 'patient') return 'knows'
  await requestCall(tx, call)
  return 'call'
}

const kinds = {
  moved: { notification: 'appointments.moved_by_center', mail: 'appointments.series_moved' },
  center: { notification: 'appointments.cancelled_by_center', mail: 'appointments.series_cancelled' },
  patient: { notification: 'appointments.cancelled_for_patient', mail: 'appointments.series_cancelled_for_patient' },
} as const

const kindsOf = (event: SeriesChangeEvent) => kinds[event.kind === 'moved' ? 'moved' : event.by]

type Note = { platform: Platform; event: SeriesChangeEvent; count: number; first: AppointmentRow }

async function noteChange(tx: Tx, { platform, event, count, first }: Note): Promise<void> {
  const title = seriesChangeSubject(event, count)
  const [entry] = toPatient({ appointment: first, event: kindsOf(event).notification, title })
  if (!entry) return
  const about = { about: null, thread: `change of series ${first.series?.id}` }
  await notifyUsers(tx, { platform, entries: [{ ...entry, ...about }] })
}
