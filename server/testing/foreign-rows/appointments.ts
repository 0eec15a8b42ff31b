import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'

/** 10:00 in Montevideo, on the Monday after the test clock's Friday. The preset hours offer this time. */
const nextMonday = '2026-11-23T13:00:00.000Z'

export const appointments: ForeignRows<'appointments'> = {
  'appointments.confirm': heldTime,
  'appointments.get': (platform) => ownAppointment(platform, {}),
  'appointments.reminders': (platform) => ownAppointment(platform, {}),
  'appointments.calendar': (platform) => ownAppointment(platform, {}),
  'appointments.accept': bookedByDesk,
  'appointments.cancel': (platform) => ownAppointment(platform, {}),
  'appointments.move': (platform) => ownAppointment(platform, { input: { startsAt: nextMonday } }),
}

/** Booked by the desk, for a patient whose address is verified. */
async function bookedByDesk(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownAppointment(platform, {})
  await platform.db
    .updateTable('appointments')
    .set({ booked_by: 'center' })
    .where('id', '=', String(row.input.appointmentId))
    .execute()
  await verifyEmail(platform, { userId: row.owner.userId })
  return row
}

async function heldTime(platform: TestPlatform): Promise<ForeignRow> {
  const { serviceId, centerId } = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const caller = { userId: patientId, visitorKey: undefined }
  const startsAt = new Date(nextMonday)
  const { id } = await holdAppointment(platform, { caller, address: 'test', serviceId, startsAt, place: 'center' })
  return {
    input: { appointmentId: id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
