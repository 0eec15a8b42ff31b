import { cronJob } from '#server/platform/jobs.ts'
import { cancelAppointmentsOfCenterJob } from './usecases/cancel-all-of-center.ts'
import { closeAppointments } from './usecases/close-appointments.ts'
import { purgeCalls } from './usecases/desk-tasks.ts'
import { releaseUnproven } from './usecases/release-unproven.ts'
import { remindPatients } from './usecases/remind-patients.ts'
import { sendNoticeJob } from './usecases/send-notice.ts'
import { tellChanges } from './usecases/tell-changes.ts'
import { tellUndonePaymentJob } from './usecases/tell-undone-payment.ts'
import { warnOfMissingRooms } from './usecases/warn-of-missing-rooms.ts'

export const appointmentsJobs = [
  cronJob({ name: 'appointments.close', cron: '* * * * *', run: closeAppointments }),
  cronJob({ name: 'appointments.release-unproven', cron: '*/2 * * * *', run: releaseUnproven }),
  cronJob({ name: 'appointments.remind', cron: '*/5 * * * *', run: remindPatients }),
  cronJob({ name: 'appointments.warn-of-missing-rooms', cron: '*/2 * * * *', run: warnOfMissingRooms }),
  cronJob({ name: 'appointments.tell-changes', cron: '*/2 * * * *', run: tellChanges }),
  cronJob({ name: 'appointments.purge-calls', cron: '40 4 * * *', run: purgeCalls }),
  sendNoticeJob,
  tellUndonePaymentJob,
  cancelAppointmentsOfCenterJob,
]
