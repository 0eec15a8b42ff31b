import { agendaErrors } from '#contract/agenda.ts'
import { appointmentErrors } from '#contract/appointments.ts'
import { failRequest, failWith } from '#contract/errors.ts'

/** `throw fail('appointments.slot_taken', { startsAt })`: status and sentence come from the contract. */
export const fail = failWith(appointmentErrors)
/** As fail(), for what the desk does. */
export const failDesk = failWith(agendaErrors)

/** One field of an input whose shape is right and whose value isn't. */
export function failField(path: string, message: string) {
  return failRequest('request.invalid', { fields: [{ path, message }] })
}
