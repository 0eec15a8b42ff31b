import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { termsOf } from '#server/testing/versions.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'

/** 10:00 in Montevideo, on the Monday after the test clock's Friday. The preset hours offer this time. */
const nextMonday = '2026-11-23T13:00:00.000Z'

export const appointments: ForeignRows<'appointments'> = {
  'appointments.confirm': heldTime,
  'appointments.get': (platform) => ownAppointment(platform, {}),
  'appointments.payments': (platform) => ownAppointment(platform, {}),
  'appointments.reminders': (platform) => ownAppointment(platform, {}),
  'appointments.calendar': (platform) => ownAppointment(platform, {}),
  'appointments.accept': bookedByDesk,
  'appointments.object': missed,
  'appointments.cancel': (platform) => withTerms(platform, {}),
  'appointments.move': (platform) => withTerms(platform, { startsAt: nextMonday }),
}

/** The patient's request, with the terms that they read. */
async function withTerms(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const row = await ownAppointment(platform, { input })
  const terms = await termsOf(platform, { appointmentId: String(row.input.appointmentId) })
  return { ...row, input: { ...row.input, terms } }
}

/** Booked by the desk, for a patient whose address is verified. */
async function bookedByDesk(platform: TestPlatform): Promise<ForeignRow> {
  const row = await withTerms(platform, {})
  await platform.db
    .updateTable('appointments')
    .set({ booked_by: 'center' })
    .where('id', '=', String(row.input.appointmentId))
    .execute()
  await verifyEmail(platform, { userId: row.owner.userId })
  return row
}

/** Marked as a no-show by the desk. */
async function missed(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownAppointment(platform, { input: { comment: '' } })
  const mark = { status: 'no_show', no_show_at: platform.clock.now(), updated_at: new Date('2027-01-01T12:00:00Z') }
  await platform.db.updateTable('appointments').set(mark).where('id', '=', String(row.input.appointmentId)).execute()
  return row
}

async function heldTime(platform: TestPlatform): Promise<ForeignRow> {
  const { serviceId, centerId } = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const caller = { userId: patientId, visitorKey: undefined }
  const startsAt = new Date(nextMonday)
  const { id } = await holdAppointment(platform, { caller, address: 'test', serviceId, startsAt, place: 'center' })
  return {
    input: { appointmentId: id, terms: await termsOf(platform, { appointmentId: id }) },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
