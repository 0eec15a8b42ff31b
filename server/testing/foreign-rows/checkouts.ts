import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildPatient, buildService } from '#server/testing/builders.ts'
import { buildDirectPayment } from '#server/testing/payments.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'

export const checkouts: ForeignRows<'checkouts'> = {
  'checkouts.get': directPayment,
  'checkouts.refund': directPayment,
  'checkouts.quote': (platform) => ownAppointment(platform, {}),
  'checkouts.start': (platform) =>
    ownAppointment(platform, { input: { method: 'wallet', totalCents: 150_000, idempotencyKey: newId() } }),
}

async function directPayment(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { centerId, professionalId } = await buildService(platform)
  return {
    input: await buildDirectPayment(platform, { patientId, centerId, professionalId }),
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
