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
  const { secret, settings, clock } = platform
  const expiresAt = new Date(clock.now().getTime() + validMs)
  const token = seal({ secret, purpose, text: `${appointment.id} ${expiresAt.getTime()}` }).toString('base64url')
  return {
    fileUrl: `${settings.publicUrl}/calendar/cita/${token}/cita.ics`,
    googleUrl: googleCalendarUrl({ appointment }),
    expiresAt,
  }
}

/** The file as the appointment is now. Undefined: the link has expired, or this server has not made it. */
export async function readCalendarFile(platform: Platform, { token }: { token: string }): Promise<string | undefined> {
  const { secret, settings, clock, db } = platform
  const [appointmentId = '', expiry] =
    unseal({ secret, purpose, sealed: Buffer.from(token, 'base64url') })?.split(' ') ?? []
  if (expiry === undefined || Number(expiry) <= clock.now().getTime()) return undefined
  const appointment = await findAppointment(db, { appointmentId })
  return appointment && calendarFile({ appointment, publicUrl: settings.publicUrl })
}
