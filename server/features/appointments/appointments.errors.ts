import { agendaErrors } from '#contract/agenda.ts'
import { appointmentImportErrors } from '#contract/appointment-import-routes.ts'
import { appointmentErrors } from '#contract/appointments.ts'
import { failWith } from '#contract/errors.ts'
import { reportErrors } from '#contract/reports.ts'
import { therapyErrors } from '#contract/therapies.ts'

/** `throw fail('appointments.slot_taken', { startsAt })`: the contract has the status and the message. */
export const fail = failWith(appointmentErrors, agendaErrors, therapyErrors, reportErrors, appointmentImportErrors)
