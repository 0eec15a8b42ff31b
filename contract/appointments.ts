import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { holdExpiredMessage } from './calendar.ts'
import { cancellationTerms } from './cancellation.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, serviceSlug, typedText } from './values.ts'

export const appointmentStatuses = ['held', 'pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const
export const appointmentStatus = z.enum(appointmentStatuses)
export type AppointmentStatus = z.output<typeof appointmentStatus>

/**
 * Statuses in which an appointment occupies its time; the exclusion constraints say the same. One that is ahead is pending or
 * confirmed. Queries write the statuses out, as the indexes that hold only some of them ask for it.
 */
export const occupyingStatuses = [
  'held',
  'pending',
  'confirmed',
  'completed',
] as const satisfies readonly AppointmentStatus[]

/**
 * How many upcoming appointments one attendee may have: the account's owner, and each dependant apart. While the account's
 * address is unverified, fewer, and no more than `unverifiedAccount` over all of its attendees. The desk is not limited.
 */
export const bookingAllowance = { upcoming: 12, withOneProfessional: 4, unverified: 2, unverifiedAccount: 8 } as const

/** What the page needs to offer the telephone instead. */
const centerToCall = z.object({ centerName: z.string(), phone: z.string().nullable() })

/** What stands in the way of a time, for a desk that may see it. `name`: who comes, or the reason of an absence. */
export const deskConflict = z.object({
  kind: z.enum(['appointment', 'absence']),
  startsAt: instant,
  endsAt: instant,
  name: z.string(),
  professionalName: z.string(),
})
export type DeskConflict = z.output<typeof deskConflict>

export const appointmentErrors = {
  'appointments.slot_taken': {
    status: 409,
    message: 'Ese horario ya está ocupado. Elige otro, por favor.',
    data: z.object({ startsAt: instant, conflict: deskConflict.optional() }),
  },
  'appointments.overlaps_own': {
    status: 409,
    message: 'A esa hora ya tienes otra cita. Elige otro horario o mueve la anterior.',
    data: z.object({ startsAt: instant }),
  },
  'appointments.not_offered': {
    status: 422,
    message: 'Ese horario no está disponible. Elige uno de los horarios libres.',
    data: z.object({ startsAt: instant }),
  },
  'appointments.too_soon': { status: 422, message: 'Las reservas se hacen con al menos una hora de anticipación.' },
  'appointments.too_far': { status: 422, message: 'Solo se puede reservar dentro de los próximos 90 días.' },
  'appointments.too_many_holds': {
    status: 429,
    message: 'Hay demasiadas reservas sin confirmar desde tu conexión. Confirma o espera unos minutos.',
  },
  'appointments.hold_expired': {
    status: 409,
    message: holdExpiredMessage,
  },
  'appointments.hold_replaced': {
    status: 409,
    message: 'Elegiste otra hora después; esta ya no está guardada.',
  },
  'appointments.too_many_unverified': {
    status: 409,
    message: `Mientras tu correo esté sin confirmar, puedes tener hasta ${bookingAllowance.unverified} citas próximas por persona y ${bookingAllowance.unverifiedAccount} en total. Para reservar más, confírmalo con el enlace que te enviamos, o pide la hora directamente al centro.`,
    data: centerToCall,
  },
  'appointments.too_many_with_professional': {
    status: 409,
    message: `Cada persona puede tener hasta ${bookingAllowance.withOneProfessional} citas próximas con el mismo profesional. Si necesitas otra, pídela directamente al centro.`,
    data: centerToCall,
  },
  'appointments.too_many_upcoming': {
    status: 409,
    message: `Cada persona puede tener hasta ${bookingAllowance.upcoming} citas próximas. Si necesitas otra, pídela directamente al centro.`,
    data: centerToCall,
  },
  'appointments.not_found': { status: 404, message: 'No encontramos esa cita.' },
  'appointments.not_bookable': { status: 409, message: 'Este servicio no se puede reservar en este momento.' },
  'appointments.not_changeable': {
    status: 409,
    message: 'Esta cita ya no se puede cambiar.',
    data: z.object({ status: appointmentStatus }),
  },
  'appointments.attendee_busy': {
    status: 409,
    message: 'Esa persona ya tiene una cita a esa hora.',
    data: z.object({ startsAt: instant, conflict: deskConflict.optional() }),
  },
  'appointments.outside_hours': {
    status: 409,
    message: 'A esa hora el profesional no atiende. Puedes agendar igual, si lo acordaron.',
    data: z.object({ startsAt: instant, conflict: deskConflict.optional() }),
  },
  'appointments.not_yet': { status: 409, message: 'Eso se puede marcar cuando llegue la hora de la cita.' },
  'appointments.email_unverified': {
    status: 409,
    message: 'Primero confirma tu correo con el enlace que te enviamos. Después podrás decir que esta cita es tuya.',
  },
  'appointments.address_required': { status: 422, message: 'Indica la dirección donde será la atención a domicilio.' },
  'appointments.unknown_dependant': {
    status: 422,
    message: 'No encontramos a esa persona entre las que tienes a cargo.',
  },
} as const satisfies ErrorMap

/** Where it takes place. Home visits («A domicilio») book as presencial and need an address. */
export const appointmentPlace = z.enum(['center', 'online', 'home'])
export const appointmentType = z.enum(['presencial', 'virtual'])

export const appointment = z.object({
  id,
  status: appointmentStatus,
  startsAt: instant,
  endsAt: instant,
  place: appointmentPlace,
  type: appointmentType,
  homeAddress: z.string().nullable(),
  center: z.object({
    id,
    name: z.string(),
    address: z.string(),
    neighborhood: z.string().nullable(),
    department: z.string(),
    phone: z.string().nullable(),
  }),
  professional: z.object({ id, name: z.string(), photoUrl: z.string().nullable() }),
  service: z.object({ id, name: z.string(), serviceType: serviceSlug, durationMinutes: z.number().int() }),
  /** Who comes: null while a visitor without an account holds the time. */
  attendee: z.object({ name: z.string(), dependantId: id.nullable() }).nullable(),
  priceCents: cents,
  currency: z.literal('UYU'),
  holdExpiresAt: instant.nullable(),
  /** Whether the centre answers by hand: confirming then only asks. */
  confirmsManually: z.boolean(),
  /** Of one that was cancelled: the terms that it was cancelled with. */
  cancellation: cancellationTerms,
  cancelledBy: z.enum(['patient', 'center', 'system']).nullable(),
  reviewed: z.boolean(),
  /** The stars that its patient gave. */
  rating: z.number().int().nullable(),
  /** What the asker may do now. */
  can: z.object({
    confirm: z.boolean(),
    cancel: z.boolean(),
    move: z.boolean(),
    review: z.boolean(),
    /** Say that an appointment entered by the desk is theirs. */
    accept: z.boolean(),
  }),
})
export type Appointment = z.output<typeof appointment>

/** Local days with their free times. A day without free times stands in the list too. */
export const freeDays = z.object({
  days: z.array(
    z.object({ date: day, times: z.array(z.object({ startsAt: instant, serviceId: id, professionalId: id })) }),
  ),
  /** When no asked day has a free time: the first later one that has, if any. */
  nextDate: day.nullable(),
})

/** Range of free times that one question may cover, in days. */
export const freeTimesMaxDays = 42

export const appointments = {
  freeTimes: route({
    method: 'GET',
    path: '/centers/{centerId}/free-times',
    access: 'public',
    summary: 'Los horarios libres para uno o varios servicios de un centro',
    description: 'Con varios servicios, cada hora se ofrece una vez, con el primer profesional disponible.',
    tags: ['Citas'],
  })
    .input(
      z.object({
        centerId: id,
        serviceIds: z.array(id).min(1).max(60),
        from: day,
        days: z.coerce.number().int().min(1).max(freeTimesMaxDays),
        /** An own appointment that is being moved: its time counts as free. */
        moving: id.optional(),
      }),
    )
    .output(freeDays)
    .errors(pickErrors(appointmentErrors, 'appointments.not_bookable')),
  hold: route({
    method: 'POST',
    path: '/appointments/hold',
    access: 'public',
    summary: 'Guarda un horario por 10 minutos',
    description:
      'Un visitante guarda un horario a la vez: el nuevo reemplaza al anterior. Repetir el mismo pedido devuelve la misma reserva.',
    tags: ['Citas'],
    successStatus: 201,
  })
    .input(z.object({ serviceId: id, startsAt: instant, place: appointmentPlace }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.slot_taken',
        'appointments.overlaps_own',
        'appointments.not_offered',
        'appointments.too_soon',
        'appointments.too_far',
        'appointments.too_many_holds',
        'appointments.too_many_unverified',
        'appointments.too_many_with_professional',
        'appointments.too_many_upcoming',
        'appointments.not_bookable',
      ),
    ),
  currentHold: route({
    method: 'GET',
    path: '/appointments/hold',
    access: 'public',
    summary: 'El horario que guarda quien pregunta',
    tags: ['Citas'],
  }).output(z.object({ appointment: appointment.nullable() })),
  release: route({
    method: 'DELETE',
    path: '/appointments/hold',
    access: 'public',
    summary: 'Suelta el horario guardado',
    tags: ['Citas'],
  }).output(z.object({ released: z.boolean() })),
  confirm: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/confirm',
    access: 'signedIn',
    summary: 'Confirma el horario guardado',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, dependantId: id.nullish(), homeAddress: typedText({ max: 300 }).nullish() }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.hold_expired',
        'appointments.hold_replaced',
        'appointments.slot_taken',
        'appointments.overlaps_own',
        'appointments.too_many_unverified',
        'appointments.too_many_with_professional',
        'appointments.too_many_upcoming',
        'appointments.not_bookable',
        'appointments.not_changeable',
        'appointments.address_required',
        'appointments.unknown_dependant',
      ),
    ),
  list: route({
    method: 'GET',
    path: '/appointments',
    access: 'signedIn',
    summary: 'Las citas propias, próximas o pasadas',
    tags: ['Citas'],
  })
    .input(z.object({ scope: z.enum(['upcoming', 'history']), ...cursorInput }))
    .output(pageOf(appointment).extend({ total: z.number().int() })),
  figures: route({
    method: 'GET',
    path: '/appointments/figures',
    access: 'signedIn',
    summary: 'Las citas propias en números',
    tags: ['Citas'],
  }).output(
    z.object({
      upcoming: z.number().int(),
      completed: z.number().int(),
      reviews: z.number().int(),
      /** Of the stars given, from 1 to 5; null before the first review. */
      averageRating: z.number().nullable(),
    }),
  ),
  get: route({
    method: 'GET',
    path: '/appointments/{appointmentId}',
    access: 'signedIn',
    summary: 'Una cita propia',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(appointment)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
  move: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/move',
    access: 'signedIn',
    summary: 'Mueve una cita propia a otro horario',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, startsAt: instant }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.slot_taken',
        'appointments.overlaps_own',
        'appointments.not_offered',
        'appointments.too_soon',
        'appointments.too_far',
        'appointments.not_changeable',
        'appointments.not_bookable',
      ),
    ),
  cancel: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/cancel',
    access: 'signedIn',
    summary: 'Cancela una cita propia',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, reason: typedText({ max: 500 }).optional() }))
    .output(appointment)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found', 'appointments.not_changeable')),
  accept: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/accept',
    access: 'signedIn',
    summary: 'Dice que una cita que agendó el centro es propia',
    description:
      'Con el correo confirmado y antes de que empiece. Sin esto, la consulta no se puede calificar después.',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.not_changeable',
        'appointments.email_unverified',
      ),
    ),
  calendar: route({
    method: 'GET',
    path: '/appointments/{appointmentId}/calendar',
    access: 'signedIn',
    summary: 'La cita como archivo de calendario',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(z.object({ fileName: z.string(), ics: z.string() }))
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
}
