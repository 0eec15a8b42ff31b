import { agendaErrors } from '#contract/agenda.ts'
import { appointmentErrors } from '#contract/appointments.ts'
import { failWith } from '#contract/errors.ts'

/** `throw fail('appointments.slot_taken', { startsAt })`: status and sentence come from the contract. */
export const fail = failWith(appointmentErrors, agendaErrors)
