import { hasMovedAddress } from '#server/features/auth/repository/users.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { seal, unseal } from '#server/platform/secrets.ts'
import { calendarFile, googleCalendarUrl } from '../appointments.calendar.ts'
import { type AppointmentRow, findAppointment } from '../repository/appointments.ts'

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
  const [appointmentId = '', expiry, origin, mailedAt] =
    unseal({ secret, purpose, sealed: Buffer.from(token, 'base64url') })?.split(' ') ?? []
  if (expiry === undefined || Number(expiry) <= clock.now().getTime()) return undefined
  const row = await findAppointment(db, { appointmentId })
  if (row?.patientId && mailedAt && (await hasMovedAddress(db, { userId: row.patientId, since: Number(mailedAt) })))
    return undefined
  const appointment = row && origin === 'mail' ? { ...row, homeAddress: null } : row
  return appointment && calendarFile({ appointment, publicUrl: settings.publicUrl })
}
