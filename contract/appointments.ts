import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { holdExpiredMessage, horizonDays, noticeMinutes, objectionDays } from './calendar.ts'
import { cancellationTerms } from './cancellation.ts'
import { depositAudiences } from './deposits.ts'
import { pinPrecisions } from './directions.ts'
import { minutesInWords } from './numbers-in-words.ts'
import { places } from './places.ts'
import { objectionKinds } from './report-kinds.ts'
import type { Changed } from './route.ts'
import { seriesPlace } from './series.ts'
import { cents, day, id, instant, serviceSlug, version } from './values.ts'

/** What a patient's change of an appointment changes. Search results and profiles show free times and ratings. */
export const appointmentChanges: readonly Changed[] = ['appointments', 'therapies', 'reminders', 'centers', 'reviews']

export const appointmentStatuses = ['held', 'pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const
export const appointmentStatus = z.enum(appointmentStatuses)
export type AppointmentStatus = z.output<typeof appointmentStatus>

/**
 * Statuses in which an appointment occupies its time, as in the exclusion constraints. Queries name them
 * with `literals(occupyingStatuses)`, because PostgreSQL uses a partial index only for a literal condition.
 */
export const occupyingStatuses = [
  'held',
  'pending',
  'confirmed',
  'completed',
] as const satisfies readonly AppointmentStatus[]

export const openStatuses = ['pending', 'confirmed'] as const satisfies readonly AppointmentStatus[]

/**
 * How many upcoming appointments one attendee (the account's owner, or one dependant) may have. An account with an unverified
 * address may have fewer, and at most `unverifiedAccount` over all of its attendees. The desk is not limited. */
/**
 * Upcoming appointments: of each attendee, and of an account with its dependants. `unattended`: with one professional, of all attendees
 * whom the centre has not attended yet.
 */
export const bookingAllowance = {
  upcoming: 12,
  withOneProfessional: 4,
  unverified: 2,
  unverifiedAccount: 8,
  account: 24,
  unattended: 6,
} as const

/** The page can then offer a telephone call instead. */
const centerToCall = z.object({ centerName: z.string(), phone: z.string().nullable() })

/** What occupies a time, for a desk that may see it. `name`: the attendee, or the reason of an absence. */
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
  'appointments.too_soon': {
    status: 422,
    message: `Las reservas se hacen con al menos ${minutesInWords(noticeMinutes)} de anticipación.`,
  },
  'appointments.too_far': {
    status: 422,
    message: `Solo se puede reservar dentro de los próximos ${horizonDays} días.`,
  },
  'appointments.too_many_holds': {
    status: 429,
    message: 'Hay demasiadas reservas sin confirmar desde tu conexión. Confirma o espera unos minutos.',
  },
  'appointments.visitors_hold_many': {
    status: 429,
    message:
      'Muchas personas sin correo confirmado reservaron o están eligiendo hora con este profesional. Prueba con otra semana o, para reservar ahora, entra a tu cuenta. Si no tienes una, créala y confirma tu correo con el enlace que te enviamos.',
  },
  'appointments.hold_expired': {
    status: 409,
    message: holdExpiredMessage,
  },
  'appointments.hold_replaced': {
    status: 409,
    message: 'Elegiste otra hora después; esta ya no está guardada.',
  },
  'appointments.unproven_hold_many': {
    status: 429,
    message:
      'Muchas personas sin correo confirmado reservaron o están eligiendo hora con este profesional. Prueba con otra semana o confirma el tuyo con el enlace que te enviamos, y podrás reservar enseguida.',
  },
  'appointments.network_books_many': {
    status: 409,
    message:
      'Desde tu conexión ya hay varias reservas en este centro de cuentas con el correo sin confirmar. Entra a tu cuenta, confirma tu correo con el enlace que te enviamos, y podrás reservar enseguida.',
  },
  'appointments.too_many_unverified': {
    status: 409,
    message: `Mientras tu correo esté sin confirmar, puedes tener hasta ${bookingAllowance.unverified} citas próximas por persona y ${bookingAllowance.unverifiedAccount} en total. Para reservar más, confírmalo con el enlace que te enviamos, o pide la hora directamente al centro.`,
    data: centerToCall,
  },
  'appointments.too_many_with_professional': {
    status: 409,
    message: `Con el mismo profesional puedes tener hasta ${bookingAllowance.withOneProfessional} citas próximas por persona, y ${bookingAllowance.unattended} entre todas las personas que el centro todavía no atendió. Si necesitas otra, pídela directamente al centro.`,
    data: centerToCall,
  },
  'appointments.too_many_upcoming': {
    status: 409,
    message: `Puedes tener hasta ${bookingAllowance.upcoming} citas próximas por persona, y ${bookingAllowance.account} en total. Si necesitas otra, pídela directamente al centro.`,
    data: centerToCall,
  },
  'appointments.not_found': { status: 404, message: 'No encontramos esa cita.' },
  'appointments.unknown_browser': {
    status: 409,
    message:
      'Tu navegador no recuerda que elegiste esta hora, quizás porque bloquea las cookies. Permítelas para este sitio y elige la hora de nuevo.',
  },
  'appointments.not_bookable': { status: 409, message: 'Este servicio no se puede reservar en este momento.' },
  'appointments.not_changeable': {
    status: 409,
    message: 'Esta cita ya no se puede cambiar.',
    data: z.object({ status: appointmentStatus }),
  },
  'appointments.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o le retiró la aprobación: por ahora no se puede confirmar esta cita.',
  },
  'appointments.acceptance_overlaps': {
    status: 409,
    message: 'A esa hora ya tienes otra cita. Mueve o cancela una de las dos, y después confirma que esta es tuya.',
    data: z.object({ startsAt: instant }),
  },
  'appointments.not_missed': {
    status: 409,
    message: 'El centro no anotó en esta cita nada que puedas objetar ahora.',
  },
  'appointments.objection_late': {
    status: 409,
    message: `Ya pasaron los ${objectionDays} días para decirlo. Si crees que hay un error, escríbele al centro.`,
  },
  'appointments.objection_decided': {
    status: 409,
    message: 'Nuestro equipo ya lo revisó, y la cita quedó como estaba.',
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
  'appointments.not_yet': {
    status: 409,
    message: 'Todavía es temprano: la llegada se anota el día de la cita, y lo demás cuando llegue su hora.',
  },
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

/** Home visits («A domicilio») are stored as `presencial` and need an address. */
export const appointmentPlace = z.enum(places)
export const appointmentType = z.enum(['presencial', 'virtual'])

export const appointment = z.object({
  id,
  /** The terms that the patient reads before they confirm, move or cancel: time, place, price and current costs. */
  terms: version,
  /** The terms of booking the same again: everything but the time. */
  againTerms: version,
  status: appointmentStatus,
  startsAt: instant,
  endsAt: instant,
  place: appointmentPlace,
  type: appointmentType,
  homeAddress: z.string().nullable(),
  /** A video call whose professional has no link of a room yet. */
  lacksRoom: z.boolean(),
  center: z.object({
    id,
    name: z.string(),
    address: z.string(),
    neighborhood: z.string().nullable(),
    department: z.string(),
    phone: z.string().nullable(),
    /** For directions. */
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    pinPrecision: z.enum(pinPrecisions),
    worksAlone: z.boolean(),
    /** `hidden`: it has no public page now. `gone`: its account was deleted. */
    presence: z.enum(['public', 'hidden', 'gone']),
  }),
  professional: z.object({ id, name: z.string(), photoUrl: z.string().nullable() }),
  service: z.object({ id, name: z.string(), serviceType: serviceSlug, durationMinutes: z.number().int() }),
  /**
   * Null while a visitor without an account holds the time. When a dependant has the same name as the patient, the relation
   * follows the name.
   */
  attendee: z.object({ name: z.string(), dependantId: id.nullable() }).nullable(),
  priceCents: cents,
  discountCents: cents,
  /** A session of the patient's package pays for it. */
  isByPackage: z.boolean(),
  /** The part of the price that was paid, including what was given back later. */
  paidCents: cents,
  /** The part of `paidCents` that was or will be given back. */
  refundedCents: cents,
  /** What remains to be paid; nothing for an appointment that does not take place. */
  dueCents: cents,
  /**
   * What its service asked in advance; null when nothing. `cents`: what is paid now for a held time, or was paid. `restCents`: what is
   * then paid at the centre. `isDue`: the patient has confirmed the time, which waits for the payment.
   */
  deposit: z.object({ cents, restCents: cents, for: z.enum(depositAudiences), isDue: z.boolean() }).nullable(),
  currency: z.literal('UYU'),
  /** The payment by this patient that the gateway is still deciding on; until then, no other can be made. */
  payingCheckoutId: id.nullable(),
  holdExpiresAt: instant.nullable(),
  /** Whether the centre accepts requests manually: confirming a hold then makes it pending. */
  confirmsManually: z.boolean(),
  /** Whether a move by the patient now waits for the centre's confirmation. */
  asksToMove: z.boolean(),
  /** For a cancelled appointment, the terms under which it was cancelled. */
  cancellation: cancellationTerms,
  /** `staff`: they suspended the centre. */
  cancelledBy: z.enum(['patient', 'center', 'system', 'staff']).nullable(),
  /** The centre recorded that the patient cancelled. */
  cancelledAtDesk: z.boolean(),
  /** The time was freed, because the address of the account stayed unconfirmed. */
  freedUnconfirmed: z.boolean(),
  /** When the time is freed unless the account's address is confirmed before; null for every other appointment. */
  provisionalUntil: instant.nullable(),
  /** What the side that cancelled wrote; null without a reason. */
  cancellationReason: z.string().nullable(),
  /** The start that the patient last agreed to, of an appointment that the centre moved since; null for every other one. */
  movedFrom: instant.nullable(),
  /** What the centre wrote about its last move; null without a reason, and once the patient moved it. */
  moveReason: z.string().nullable(),
  reviewed: z.boolean(),
  rating: z.number().int().nullable(),
  reviewComment: z.string().nullable(),
  /** The centre's reply to the review. */
  reviewReply: z.object({ text: z.string(), repliedAt: instant }).nullable(),
  /** The patient's objection to what the centre recorded: a no-show, a cancellation in their name, an early or invented visit, a refund; null without one. */
  objection: z.enum(['open', 'rejected']).nullable(),
  /** The kind of objection that is possible; null when none is. */
  objectionKind: z.enum(objectionKinds).nullable(),
  /** Until when the patient may object to it; null for every other appointment. */
  objectUntil: instant.nullable(),
  /** A payment that the centre undid after more than two minutes, with the patient's objection to it and until when they may object; null without one. */
  undonePayment: z.object({ objection: z.enum(['open', 'rejected']).nullable(), objectUntil: instant }).nullable(),
  /** What the centre recorded at its desk as given back of a cancelled appointment, with the objection to it; null without such a refund. */
  cancelledRefund: z.object({ objection: z.enum(['open', 'rejected']).nullable(), objectUntil: instant }).nullable(),
  /** The objection in which staff agreed with the patient; null without one, or once the centre has recorded something new of its kind. */
  upheldObjection: z.enum(objectionKinds).nullable(),
  /** Its place in the series with which the centre booked it; null for every other appointment. */
  series: seriesPlace.nullable(),
  can: z.object({
    confirm: z.boolean(),
    cancel: z.boolean(),
    move: z.boolean(),
    /** Book the same session again: its professional still offers it. */
    bookAgain: z.boolean(),
    review: z.boolean(),
    /** Change the review, for a few days after writing it. */
    editReview: z.boolean(),
    pay: z.boolean(),
    /** Accept an appointment that the desk booked. */
    accept: z.boolean(),
    /** Object to a no-show, to a cancellation in their name, or to a visit before the start that they expected. */
    object: z.boolean(),
    /** Object to `undonePayment`. */
    sayPaid: z.boolean(),
    /** Object to `cancelledRefund`. */
    sayNotRefunded: z.boolean(),
  }),
})
export type Appointment = z.output<typeof appointment>

/** Local days with their free times, including days without any. */
export const freeDays = z.object({
  days: z.array(
    z.object({ date: day, times: z.array(z.object({ startsAt: instant, serviceId: id, professionalId: id })) }),
  ),
  /** The first later day with a free time, when no requested day has one. */
  nextDate: day.nullable(),
})

export const freeTimesMaxDays = 42
