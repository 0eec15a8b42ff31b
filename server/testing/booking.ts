import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildPatient } from './builders.ts'

/** Monday 23 November 2026, 10:00 in Montevideo. The tests' clock starts on the Friday before. */
export const monday = new Date('2026-11-23T13:00:00Z')
export const later = (milliseconds: number) => new Date(monday.getTime() + milliseconds)

type Hold = Partial<Parameters<typeof holdAppointment>[1]> & { serviceId: string }

/** Visitors and patients who book, by default on that Monday at 10:00 in the centre. */
export function booking(platform: Platform) {
  const patient = async () => ({ userId: (await buildPatient(platform)).patientId, visitorKey: undefined })
  const visitor = () => ({ userId: undefined, visitorKey: newId() })
  const hold = (input: Hold) =>
    holdAppointment(platform, { caller: visitor(), address: newId(), startsAt: monday, place: 'center', ...input })
  return {
    patient,
    visitor,
    hold,
    async book(input: { serviceId: string; startsAt?: Date }) {
      const caller = await patient()
      const held = await hold({ ...input, caller })
      return { caller, appointment: await confirmAppointment(platform, { caller, appointmentId: held.id }) }
    },
  }
}
