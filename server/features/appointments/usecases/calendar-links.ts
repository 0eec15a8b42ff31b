import { hasMovedAddress } from '#server/features/auth/repository/users.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { seal, unseal } from '#server/platform/secrets.ts'
import { calendarFile, googleCalendarUrl } from '../appointments.calendar.ts'
import { type AppointmentRow, findAppointment, listAppointmentsOfSeries } from '../repository/appointments.ts'

const purpose = 'calendar files'
/** This is enough to choose a calendar and to try again. */
const validMs = 15 * minuteMs

/**
 * The addresses that add an appointment to a calendar. A browser inside another app, and Chrome on iOS, save no file that a page
 * has made, so the file has an https address, which needs no session and soon expires.
 */
export function calendarLinks(platform: Platform, { appointment }: { appointment: AppointmentRow }) {
  const expiresAt = new Date(platform.clock.now().getTime() + validMs)
  return {
    fileUrl: fileUrl(platform, { appointmentId: appointment.id, expiresAt, isInMail: false }),
    googleUrl: googleCalendarUrl({ appointment }),
    expiresAt,
  }
}

/**
 * The addresses in a mail about an appointment. Its file is served until the appointment ends, and to every reader of the mail, who
 * may be another one after it is forwarded: it leaves out the address of a home visit, as the mail does.
 */
export function mailLinks(platform: Platform, { appointment }: { appointment: AppointmentRow }) {
  const { id: appointmentId, endsAt: expiresAt } = appointment
  return {
    publicUrl: platform.settings.publicUrl,
    calendarUrl: fileUrl(platform, { appointmentId, expiresAt, isInMail: true }),
  }
}

/** The address in the mail about a series, with a file of all its appointments, which is served until the last one ends. */
export function seriesLinks(platform: Platform, { seriesId, endsAt }: { seriesId: string; endsAt: Date }) {
  return {
    publicUrl: platform.settings.publicUrl,
    calendarUrl: fileUrl(platform, { appointmentId: `${ofSeries}${seriesId}`, expiresAt: endsAt, isInMail: true }),
  }
}

/** Marks the id of a series in the sealed text, where that of an appointment has no mark. */
const ofSeries = 'series/'

type FileOf = { appointmentId: string; expiresAt: Date; isInMail: boolean }

function fileUrl({ secret, settings, clock }: Platform, { appointmentId, expiresAt, isInMail }: FileOf): string {
  const text = `${appointmentId} ${expiresAt.getTime()}${isInMail ? ` mail ${clock.now().getTime()}` : ''}`
  return `${settings.publicUrl}/calendar/cita/${seal({ secret, purpose, text }).toString('base64url')}/cita.ics`
}

/**
 * The file as the appointment is now. Undefined: the link has expired, this server has not made it, or the account has another
 * address since it was mailed, so that a mailbox that isn't the patient's learns nothing more.
 */
export async function readCalendarFile(platform: Platform, { token }: { token: string }): Promise<string | undefined> {
  const { secret, settings, clock, db } = platform
  const [subject = '', expiry, origin, mailedAt] =
    unseal({ secret, purpose, sealed: Buffer.from(token, 'base64url') })?.split(' ') ?? []
  if (expiry === undefined || Number(expiry) <= clock.now().getTime()) return undefined
  const rows = await listInFile(db, subject)
  const [first] = rows
  if (first?.patientId && mailedAt && (await hasMovedAddress(db, { userId: first.patientId, since: Number(mailedAt) })))
    return undefined
  const appointments = origin === 'mail' ? rows.map((row) => ({ ...row, homeAddress: null })) : rows
  return first && calendarFile({ appointments, publicUrl: settings.publicUrl })
}

async function listInFile(db: Db, subject: string): Promise<AppointmentRow[]> {
  if (subject.startsWith(ofSeries)) return listAppointmentsOfSeries(db, { seriesId: subject.slice(ofSeries.length) })
  const row = await findAppointment(db, { appointmentId: subject })
  return row ? [row] : []
}
