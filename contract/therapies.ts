import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointment, appointmentChanges, appointmentErrors, appointmentPlace } from './appointments.ts'
import { cancellationTerms } from './cancellation.ts'
import { pickErrors } from './errors.ts'
import { inWords } from './numbers-in-words.ts'
import { packageErrors } from './packages.ts'
import { route } from './route.ts'
import { cents, id, instant, instantInput, version } from './values.ts'

/** The next time is looked for within this many weeks. */
export const nextSessionWeeks = 6

/** The next time that suits the therapy: on the weekday of its latest appointment, as close as possible to its hour. */
export const nextSession = z.object({
  startsAt: instant,
  durationMinutes: z.number().int(),
  priceCents: cents,
  /** What is paid in advance, once the time is held; null: nothing, or it is not known yet. */
  depositCents: cents.nullable(),
  place: appointmentPlace,
  confirmsManually: z.boolean(),
  cancellation: cancellationTerms,
  /** The terms of all these fields; the request to book the session carries them. */
  terms: version,
})
export type NextSession = z.output<typeof nextSession>

export const therapyErrors = {
  'therapies.not_found': { status: 404, message: 'No encontramos esa terapia entre las tuyas.' },
  'therapies.not_over': {
    status: 409,
    message:
      'Todavía tienes una cita próxima de esta terapia. Cancélala primero, o da la terapia por terminada después.',
  },
  'therapies.no_time': {
    status: 409,
    message: `No hay una hora libre ese día de la semana en las próximas ${inWords(nextSessionWeeks)} semanas. Elige otro día.`,
  },
  'therapies.terms_changed': {
    status: 409,
    message: 'Las condiciones cambiaron, así que no reservamos nada. Mira las nuevas antes de reservar.',
    data: nextSession,
  },
} as const satisfies ErrorMap

/** The appointments of one attendee with one professional for one service. `dependantId` is null when the patient attends. */
const therapyKey = z.object({ professionalId: id, serviceId: id, dependantId: id.nullable() })

export const therapy = therapyKey.extend({
  professional: z.object({ name: z.string(), photoUrl: z.string().nullable() }),
  service: z.object({ name: z.string() }),
  center: z.object({ id, name: z.string(), worksAlone: z.boolean() }),
  /** Null when the patient attends. */
  dependantName: z.string().nullable(),
  /** The start of its first appointment. */
  since: instant,
  completed: z.number().int(),
  /** Booked sessions that have not ended. */
  upcoming: z.number().int(),
  next: z.object({ appointmentId: id, startsAt: instant }).nullable(),
  endedAt: instant.nullable(),
  /** Null when the service cannot be booked, or no such time is free in the next six weeks. */
  proposal: nextSession.nullable(),
  can: z.object({
    bookNext: z.boolean(),
    /** Pay a consultation online that the next booking consumes. */
    payDirect: z.boolean(),
    end: z.boolean(),
    resume: z.boolean(),
  }),
})
export type Therapy = z.output<typeof therapy>

const bookingErrors = {
  ...pickErrors(therapyErrors, 'therapies.no_time', 'therapies.terms_changed'),
  ...pickErrors(packageErrors, 'packages.not_usable'),
  ...pickErrors(
    appointmentErrors,
    'appointments.slot_taken',
    'appointments.overlaps_own',
    'appointments.not_offered',
    'appointments.too_soon',
    'appointments.too_far',
    'appointments.too_many_holds',
    'appointments.visitors_hold_many',
    'appointments.unproven_hold_many',
    'appointments.too_many_unverified',
    'appointments.network_books_many',
    'appointments.too_many_with_professional',
    'appointments.too_many_upcoming',
    'appointments.not_bookable',
    'appointments.hold_expired',
    'appointments.address_required',
    'appointments.unknown_dependant',
  ),
}

/** The own package that pays for the session: then no deposit is asked. */
const paying = { packageId: id.optional() }

const tags = ['Terapias']
const listed = z.object({ items: z.array(therapy) })

export const therapies = {
  list: route({
    method: 'GET',
    path: '/me/therapies',
    access: 'signedIn',
    summary: 'Las terapias propias: una por profesional y servicio',
    tags,
  }).output(listed),
  bookNext: route({
    method: 'POST',
    path: '/me/therapies/book-next',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Reserva la próxima sesión de una terapia',
    description:
      '`startsAt` y `terms` son los de la propuesta que la persona vio. Si algo cambió, no reserva y responde con lo nuevo.',
    tags,
    successStatus: 201,
  })
    .input(therapyKey.extend({ startsAt: instantInput, terms: version, ...paying }))
    .output(appointment)
    .errors({ ...pickErrors(therapyErrors, 'therapies.not_found'), ...bookingErrors }),
  bookAgain: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/book-again',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Reserva otra vez una cita pasada',
    description:
      'Con el mismo profesional, servicio, lugar y persona, en la primera hora libre del mismo día de la semana. `terms` son los `againTerms` de la cita. Si algo cambió, no reserva y responde con lo nuevo: se confirma con ese `startsAt` y esos `terms`.',
    tags,
    successStatus: 201,
  })
    .input(z.object({ appointmentId: id, startsAt: instantInput.optional(), terms: version, ...paying }))
    .output(appointment)
    .errors({ ...pickErrors(appointmentErrors, 'appointments.not_found'), ...bookingErrors }),
  end: route({
    method: 'POST',
    path: '/me/therapies/end',
    access: 'signedIn',
    returns: 'therapies.list',
    summary: 'Da una terapia por terminada',
    tags,
  })
    .input(therapyKey)
    .output(listed)
    .errors(pickErrors(therapyErrors, 'therapies.not_found', 'therapies.not_over')),
  resume: route({
    method: 'POST',
    path: '/me/therapies/resume',
    access: 'signedIn',
    returns: 'therapies.list',
    summary: 'Retoma una terapia terminada',
    tags,
  })
    .input(therapyKey)
    .output(listed)
    .errors(pickErrors(therapyErrors, 'therapies.not_found')),
}
