import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, isPatientOf } from '../appointments.policy.ts'
import { type AppointmentRow, findAppointment } from '../repository/appointments.ts'
import { listReminders } from '../repository/reminders.ts'
import { type Delivery, deliveriesOf } from '../rules/reminders.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'
import { findReader } from './notify-attendee.ts'

/** The reminders of a patient's own appointment. @throws appointments.not_found */
export async function readReminders(
  platform: Platform,
  { caller, appointmentId }: { caller: Caller; appointmentId: string },
): Promise<Delivery[]> {
  const row = await findAppointment(platform.db, { appointmentId })
  if (!row || !isPatientOf(caller, row)) throw fail('appointments.not_found')
  return deliveries(platform, row)
}

/** For a member who may change the appointment. @throws centers.not_found, appointments.not_found */
export async function readRemindersAtDesk(platform: Platform, input: DeskRequest): Promise<Delivery[]> {
  await requireAtDesk(platform.db, input)
  const row = await findAppointment(platform.db, input)
  if (!row) throw fail('appointments.not_found')
  return deliveries(platform, row)
}

async function deliveries({ db, clock }: Platform, appointment: AppointmentRow): Promise<Delivery[]> {
  const { id: appointmentId, startsAt, status } = appointment
  const [rows, reader] = await Promise.all([
    listReminders(db, { appointmentId, startsAt }),
    findReader(db, { appointment, preference: 'reminder' }),
  ])
  return deliveriesOf({
    startsAt,
    isConfirmed: status === 'confirmed',
    isMailed: reader !== undefined,
    rows,
    now: clock.now(),
  })
}
