import { z } from 'zod'
import { appointmentErrors, appointmentPlace } from './appointments.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

/** `appointment`: it begins within 48 hours. `review`: the patient has not reviewed a completed appointment. */
export const reminderKind = z.enum(['appointment', 'review'])

export const reminder = z.object({
  kind: reminderKind,
  appointmentId: id,
  startsAt: instant,
  place: appointmentPlace,
  professionalName: z.string(),
  centerName: z.string(),
  serviceName: z.string(),
  /** Null when the patient attends. */
  dependantName: z.string().nullable(),
})
export type Reminder = z.output<typeof reminder>

const tags = ['Recordatorios']
const listed = z.object({ items: z.array(reminder) })

export const reminders = {
  list: route({
    method: 'GET',
    path: '/me/reminders',
    access: 'signedIn',
    summary: 'Los recordatorios propios que no se descartaron',
    tags,
  }).output(listed),
  dismiss: route({
    method: 'POST',
    path: '/me/reminders/dismiss',
    access: 'signedIn',
    returns: 'reminders.list',
    summary: 'Descarta un recordatorio',
    tags,
  })
    .input(z.object({ kind: reminderKind, appointmentId: id }))
    .output(listed)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
  restore: route({
    method: 'POST',
    path: '/me/reminders/restore',
    access: 'signedIn',
    returns: 'reminders.list',
    summary: 'Vuelve a mostrar un recordatorio descartado',
    tags,
  })
    .input(z.object({ kind: reminderKind, appointmentId: id }))
    .output(listed),
}
