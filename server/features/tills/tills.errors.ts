import { appointmentErrors } from '#contract/appointments.ts'
import { failWith } from '#contract/errors.ts'
import { tillErrors } from '#contract/tills.ts'

export const fail = failWith(tillErrors, appointmentErrors)
