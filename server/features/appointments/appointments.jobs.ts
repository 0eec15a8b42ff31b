import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import { closeAppointments } from './usecases/close-appointments.ts'
import { remindPatients } from './usecases/remind-patients.ts'

export const closeAppointmentsJob = defineJob({
  name: 'appointments.close',
  payload: z.object({}),
  cron: '* * * * *',
  run: ({ platform }) => closeAppointments(platform),
})

export const remindPatientsJob = defineJob({
  name: 'appointments.remind',
  payload: z.object({}),
  cron: '*/5 * * * *',
  run: ({ platform }) => remindPatients(platform),
})
