import { requireAppointment } from '#server/features/appointments/repository/appointments.ts'
import { againVersion, presentSession } from '#server/features/appointments/rules/session-terms.ts'
import { endTherapy, readTherapies } from '#server/features/appointments/usecases/read-therapies.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { later } from '#server/testing/booking.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

export const therapies: ForeignRows<'therapies'> = {
  'therapies.bookNext': proposedSession,
  'therapies.bookAgain': ownAppointment,
  'therapies.end': (platform) => ownTherapy(platform, {}),
  'therapies.resume': endedTherapy,
}

/** A patient whose last session was a week before the Monday that is bookable. */
async function ownTherapy(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const startsAt = later(-7 * dayMs)
  const booked = await buildAppointment(platform, { status: 'completed', startsAt })
  const { patientId, professionalId, serviceId, centerId } = booked
  return {
    input: { professionalId, serviceId, dependantId: null, ...input },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

/** With what the patient read of the proposal. */
async function proposedSession(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownTherapy(platform, {})
  const [therapy] = await readTherapies(platform, { patientId: row.owner.userId })
  if (!therapy?.proposal) throw new Error('nothing is proposed')
  const { startsAt, terms } = presentSession({ session: therapy.proposal, now: platform.clock.now() })
  return { ...row, input: { ...row.input, startsAt, terms } }
}

const requireBooked = ({ db }: TestPlatform, appointmentId: string) =>
  db.transaction().execute((tx) => requireAppointment(tx, { appointmentId }))

async function ownAppointment(platform: TestPlatform): Promise<ForeignRow> {
  const booked = await buildAppointment(platform, { status: 'completed', startsAt: later(-7 * dayMs) })
  const { patientId, appointmentId, centerId } = booked
  return {
    input: { appointmentId, terms: againVersion(await requireBooked(platform, appointmentId)) },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

async function endedTherapy(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownTherapy(platform, {})
  const key = { professionalId: String(row.input.professionalId), serviceId: String(row.input.serviceId) }
  await endTherapy(platform, { ...key, dependantId: null, patientId: row.owner.userId })
  return row
}
