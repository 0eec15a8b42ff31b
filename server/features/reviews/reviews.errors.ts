import { appointmentErrors } from '#contract/appointments.ts'
import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { reportErrors } from '#contract/reports.ts'
import { reviewErrors } from '#contract/reviews.ts'

export const fail = failWith(reviewErrors, reportErrors, appointmentErrors, centerErrors)
