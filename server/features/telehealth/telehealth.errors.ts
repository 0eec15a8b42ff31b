import { appointmentErrors } from '#contract/appointments.ts'
import { failWith } from '#contract/errors.ts'
import { telehealthErrors } from '#contract/telehealth.ts'

export const fail = failWith(telehealthErrors, appointmentErrors)
