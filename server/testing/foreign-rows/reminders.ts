import type { ForeignRows } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'

export const reminders: ForeignRows<'reminders'> = {
  'reminders.dismiss': (platform) => ownAppointment(platform, { input: { kind: 'appointment' } }),
}
