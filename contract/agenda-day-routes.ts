import { z } from 'zod'
import { agendaErrors } from './agenda.ts'
import { appointmentErrors } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { dayChange } from './day-changes.ts'
import { unconfirmedBookings, unconfirmedMax } from './desk-tasks.ts'
import { pickErrors } from './errors.ts'
import { type Changed, route } from './route.ts'
import { teamErrors } from './team.ts'
import { day, id, typedText, version } from './values.ts'

const tags = ['Agenda']

/** What a change of an appointment changes. The previews are left out, because the dialog refetches them. */
export const agendaChanges: readonly Changed[] = [
  'agenda.get',
  'agenda.appointment',
  'agenda.today',
  'agenda.tasks',
  'agenda.unconfirmed',
  'agenda.freeTimes',
  'practice.figures',
  'contacts',
  'tills',
]

/** The reason why the centre changes appointments, which the patients read. */
export const centerReason = typedText({ min: 3, max: 500, message: 'Escribe el motivo: se lo contamos al paciente' })

/** `blockRest`: also adds an absence, so that no patient books the rest of the day. */
const wholeDay = {
  centerId: id,
  professionalId: id,
  date: day,
  reason: centerReason,
  blockRest: z.boolean().default(true),
  preview: z.boolean().optional(),
  /** The terms of the preview that the caller read; required without `preview`. */
  terms: version.optional(),
}
export const hasTerms = ({ preview, terms }: { preview?: boolean | undefined; terms?: string | undefined }) =>
  preview === true || terms !== undefined
export const lacksTerms = { path: ['terms'], message: 'Mira primero qué pasaría' }
const dayErrors = {
  ...memberErrors,
  ...pickErrors(appointmentErrors, 'appointments.not_found'),
  ...pickErrors(agendaErrors, 'agenda.changed_meanwhile', 'agenda.many_in_progress'),
  ...pickErrors(teamErrors, 'team.too_many_absences'),
}

export const wholeDayRoutes = {
  cancelDay: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals/{professionalId}/days/{date}/cancel',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Cancela todo un día de un profesional, lo bloquea y avisa a cada paciente',
    description: 'Con `preview` no cambia nada: dice qué pasaría. Lo que no se puede cancelar queda como estaba.',
    tags,
  })
    .input(z.object(wholeDay).refine(hasTerms, lacksTerms))
    .output(dayChange)
    .errors(dayErrors),
  moveDay: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals/{professionalId}/days/{date}/move',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Pasa un día de un profesional a otro, a las mismas horas, lo bloquea y avisa a cada paciente',
    description: 'Con `preview` no cambia nada: dice cuáles entrarían. Las que no entran quedan como estaban.',
    tags,
  })
    .input(z.object({ ...wholeDay, toDate: day }).refine(hasTerms, lacksTerms))
    .output(dayChange)
    .errors(dayErrors),
}

export const unconfirmedRoutes = {
  unconfirmed: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda/unconfirmed',
    access: 'signedIn',
    summary: 'Las próximas citas de cuentas que no confirmaron su correo ni vinieron nunca',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(unconfirmedBookings)
    .errors(memberErrors),
  cancelUnconfirmed: route({
    method: 'POST',
    path: '/centers/{centerId}/agenda/unconfirmed/cancel',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Cancela citas de cuentas que no confirmaron su correo, con un solo aviso a cada cuenta',
    description: 'No cuenta en la confiabilidad del centro. Las que ya no están en esa lista quedan como están.',
    tags,
  })
    .input(z.object({ centerId: id, appointmentIds: z.array(id).min(1).max(unconfirmedMax) }))
    .output(z.object({ cancelled: z.number().int(), kept: z.number().int() }))
    .errors({ ...memberErrors, ...pickErrors(agendaErrors, 'agenda.many_in_progress') }),
}
