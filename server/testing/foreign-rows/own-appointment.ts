import { actorOf } from '#server/testing/app-server.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, strangersToPatient } from './foreign-row.ts'

type AppointmentCase = { status?: 'confirmed' | 'completed'; input?: Record<string, unknown> }

/** An appointment of a patient, in the future or in the past. */
export async function ownAppointment(
  platform: TestPlatform,
  { status = 'confirmed', input = {} }: AppointmentCase,
): Promise<ForeignRow> {
  const { appointmentId, patientId, centerId } = await buildAppointment(platform, { status })
  return {
    input: { appointmentId, ...input },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
