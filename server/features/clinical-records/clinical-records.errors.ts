import { appointmentErrors } from '#contract/appointments.ts'
import { clinicalRecordErrors } from '#contract/clinical-records.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(clinicalRecordErrors, appointmentErrors)
