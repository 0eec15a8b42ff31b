import { endTherapy } from '#server/features/appointments/usecases/read-therapies.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { later } from '#server/testing/booking.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

export const therapies: ForeignRows<'therapies'> = {
  'therapies.bookNext': (platform) => ownTherapy(platform, { priceCents: 150_000 }),
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

async function ownAppointment(platform: TestPlatform): Promise<ForeignRow> {
  const booked = await buildAppointment(platform, { status: 'completed', startsAt: later(-7 * dayMs) })
  const { patientId, appointmentId, centerId } = booked
  return {
    input: { appointmentId, priceCents: 150_000 },
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
