import { z } from 'zod'
import { agendaAppointment, agendaErrors, personKinds, personRef } from './agenda.ts'
import { agendaChanges, hasTerms, lacksTerms } from './agenda-day-routes.ts'
import { appointmentErrors, appointmentPlace } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { contactErrors } from './contacts.ts'
import { dayChange } from './day-changes.ts'
import { pickErrors } from './errors.ts'
import { guest } from './guests.ts'
import { packageErrors } from './packages.ts'
import { homeAddressMax } from './places.ts'
import { route } from './route.ts'
import { bookedSeries, rhythm, seriesDates, seriesScope, seriesSize } from './series.ts'
import { day, id, instantInput, typedText, version } from './values.ts'

const tags = ['Agenda']

const sessions = z.coerce.number().int().min(seriesSize.min).max(seriesSize.max)

const ofSeries = {
  centerId: id,
  appointmentId: id,
  scope: seriesScope,
  preview: z.boolean().optional(),
  /** The terms of the preview that the caller read; required without `preview`. */
  terms: version.optional(),
}
const seriesErrors = {
  ...memberErrors,
  ...pickErrors(appointmentErrors, 'appointments.not_found'),
  ...pickErrors(agendaErrors, 'agenda.changed_meanwhile', 'agenda.many_in_progress'),
}

export const seriesRoutes = {
  seriesDates: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda/series-dates',
    access: 'signedIn',
    summary: 'Las fechas de una serie de citas, cada una libre o con lo que la impide y las horas libres cercanas',
    description:
      'Con `count` o con `until`, nunca con los dos. `extra` agrega fechas al final, por las que se salteen.',
    tags,
  })
    .input(
      z
        .object({
          centerId: id,
          serviceId: id,
          /** The first date. */
          startsAt: instantInput,
          rhythm,
          count: sessions.optional(),
          until: day.optional(),
          extra: z.coerce.number().int().min(0).max(seriesSize.max).default(0),
          /** The person, whose own appointments stand in the way; absent for a new guest. */
          personKind: z.enum(personKinds).optional(),
          personId: id.optional(),
        })
        .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
          path: ['count'],
          error: 'Elige cuántas, o hasta cuándo',
        }),
    )
    .output(seriesDates)
    .errors({
      ...memberErrors,
      ...pickErrors(contactErrors, 'contacts.not_found'),
      ...pickErrors(agendaErrors, 'agenda.unknown_service', 'agenda.not_taking_bookings'),
    }),
  bookSeries: route({
    method: 'POST',
    path: '/centers/{centerId}/series',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Agenda una serie de citas de una persona, todas o ninguna, con un solo aviso',
    description: 'Si una de las horas ya no se puede, no agenda nada y dice cuáles no se pueden y por qué.',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        centerId: id,
        /** The browser creates one per submission, so a repeated request books only once. */
        idempotencyKey: id,
        serviceId: id,
        rhythm,
        starts: z
          .array(
            z.object({
              startsAt: instantInput,
              /** The receptionist agreed on a time outside the professional's hours. It never overrides another appointment. */
              evenOutsideHours: z.boolean().optional(),
            }),
          )
          .min(seriesSize.min, `Una serie tiene al menos ${seriesSize.min} citas`)
          .max(seriesSize.max, `Una serie tiene hasta ${seriesSize.max} citas`),
        place: appointmentPlace,
        homeAddress: typedText({ max: homeAddressMax }).optional(),
        person: z.union([personRef, z.object({ kind: z.literal('newGuest'), ...guest.shape })]),
        /** The person's package, and how many of the first appointments it pays for, as the receptionist saw it. */
        package: z.object({ id, sessions: z.number().int().min(1).max(seriesSize.max) }).optional(),
        /** The terms of the service in the agenda that the receptionist saw. */
        terms: version,
      }),
    )
    .output(bookedSeries.extend({ first: agendaAppointment }))
    .errors({
      ...memberErrors,
      ...pickErrors(appointmentErrors, 'appointments.address_required'),
      ...pickErrors(
        agendaErrors,
        'agenda.series_conflicts',
        'agenda.unknown_service',
        'agenda.unknown_person',
        'agenda.dependant_removed',
        'agenda.blocked_by_patient',
        'agenda.not_taking_bookings',
        'agenda.closed_by_staff',
        'agenda.too_fast',
      ),
      ...pickErrors(packageErrors, 'packages.not_usable'),
    }),
  cancelSeries: route({
    method: 'POST',
    path: '/centers/{centerId}/appointments/{appointmentId}/series/cancel',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Cancela lo que falta de una serie, o desde una cita, con un solo motivo y un solo aviso',
    description: 'Con `preview` no cambia nada: dice qué pasaría. Lo que no se puede cancelar queda como estaba.',
    tags,
  })
    .input(
      z
        .object({ ...ofSeries, by: z.enum(['patient', 'center']), reason: typedText({ max: 500 }) })
        .refine(({ by, reason, preview }) => preview === true || by === 'patient' || reason.length >= 3, {
          path: ['reason'],
          error: 'Escribe el motivo: se lo contamos al paciente',
        })
        .refine(hasTerms, lacksTerms),
    )
    .output(dayChange)
    .errors(seriesErrors),
  moveSeries: route({
    method: 'POST',
    path: '/centers/{centerId}/appointments/{appointmentId}/series/move',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Mueve lo que falta de una serie, o desde una cita, otros tantos días y a la hora nueva',
    description: 'Con `preview` no cambia nada: dice cuáles entrarían. Las que no entran quedan como estaban.',
    tags,
  })
    .input(
      z
        .object({
          ...ofSeries,
          /** The new start of this appointment: the others move by as many days, and to its hour. */
          startsAt: instantInput,
          by: z.enum(['patient', 'center']).default('center'),
        })
        .refine(hasTerms, lacksTerms),
    )
    .output(dayChange)
    .errors(seriesErrors),
}
