import { findOfCenter } from '#server/features/appointments/repository/agenda.ts'
import { requireAppointment } from '#server/features/appointments/repository/appointments.ts'
import { findCenterService } from '#server/features/appointments/repository/free-times.ts'
import { appointmentVersion, deskOfferTerms } from '#server/features/appointments/rules/agenda.ts'
import { termsVersion } from '#server/features/appointments/rules/lifecycle.ts'
import type { TestPlatform } from './platform.ts'

/** The version that a member of the centre reads of an appointment now. */
export async function versionAtDesk(
  { db }: TestPlatform,
  input: { centerId: string; appointmentId: string },
): Promise<string> {
  const row = await findOfCenter(db, input)
  if (!row) throw new Error('no such appointment at this centre')
  return appointmentVersion(row)
}

/** The terms that a member of the centre reads of a service now, before they book it. */
export async function termsAtDesk(
  { db, clock }: TestPlatform,
  input: { centerId: string; serviceId: string },
): Promise<string> {
  const service = await findCenterService(db, { ...input, now: clock.now() })
  if (!service) throw new Error('no such service at this centre')
  return deskOfferTerms(service)
}

/** The version of the terms that the patient reads now. */
export async function termsOf({ db, clock }: TestPlatform, input: { appointmentId: string }): Promise<string> {
  const appointment = await db.transaction().execute((tx) => requireAppointment(tx, input))
  return termsVersion({ appointment, now: clock.now() })
}
