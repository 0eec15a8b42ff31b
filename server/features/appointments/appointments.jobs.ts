import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import { closeAppointments } from './usecases/close-appointments.ts'

export const closeAppointmentsJob = defineJob({
  name: 'appointments.close',
  payload: z.object({}),
  cron: '* * * * *',
  run: ({ platform }) => closeAppointments(platform),
})
