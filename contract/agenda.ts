import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { type AppointmentStatus, appointmentPlace, appointmentStatus } from './appointments.ts'
import { openingHours } from './centers.ts'
import { paymentMethod } from './payment-methods.ts'
import { seriesConflict, seriesPlace } from './series.ts'
import { cents, day, id, instant, version } from './values.ts'

/** The grid of the times that the desk may book, finer than the one that patients see. */
export const deskGridMinutes = 5
export const deskStatusLabels = {
  pending: 'Pendiente',
  confirmed: 'Próxima',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'No asistió',
} as const satisfies Partial<Record<AppointmentStatus, string>>

export const agendaErrors = {
  'agenda.unknown_service': { status: 422, message: 'Ese servicio ya no se ofrece.' },
  'agenda.lesser_service': {
    status: 409,
    message:
      'Al mover, la cita solo pasa a otro profesional, con un servicio que dure lo mismo o más y que no cueste menos. Para otro servicio, cancélala y agenda uno nuevo.',
  },
  'agenda.unknown_person': { status: 422, message: 'No encontramos a esa persona entre los pacientes del centro.' },
  'agenda.not_taking_bookings': {
    status: 409,
    message:
      'Por ahora no se pueden agendar citas nuevas de este servicio: al centro le falta un documento aprobado y vigente.',
  },
  'agenda.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora el centro no puede agendar citas, ni moverlas a fechas de la suspensión.',
  },
  'agenda.already_collected': { status: 409, message: 'Esta cita ya está cobrada.' },
  'agenda.more_than_due': {
    status: 409,
    message: 'Es más de lo que falta cobrar.',
    data: z.object({ dueCents: cents }),
  },
  'agenda.discount_changed': {
    status: 409,
    message: 'Ese descuento ya no se puede usar así. Mira los que quedan y cobra de nuevo.',
  },
  'agenda.code_refused': {
    status: 409,
    message: 'Ese código no vale para esta cita.',
    data: z.object({ reason: z.string() }),
  },
  'agenda.discount_settled': {
    status: 409,
    message:
      'El descuento ya entró en una liquidación de comisiones y no se puede deshacer. Escríbenos si fue un error.',
  },
  'agenda.nothing_collected': { status: 409, message: 'Todavía falta cobrar algo. Escribe el importe.' },
  'agenda.reception_only': { status: 403, message: 'Las devoluciones las hace la recepción o el dueño del centro.' },
  'agenda.unknown_payment': { status: 422, message: 'Ese cobro no es de esta cita.' },
  'agenda.more_than_paid': {
    status: 409,
    message: 'Es más de lo que queda por devolver de ese pago.',
    data: z.object({ leftCents: cents }),
  },
  'agenda.passed_on': {
    status: 409,
    message: 'Ya te pasamos el dinero con el que se devolvería este pago. Escríbenos para devolverlo.',
  },
  'agenda.refunded_meanwhile': {
    status: 409,
    message: 'Ya se devolvió una parte de ese pago. Mira cuánto queda antes de devolver más.',
  },
  'agenda.dependant_removed': {
    status: 409,
    message: 'Quien reserva por esa persona la quitó de su cuenta: desde el centro no se le agendan citas nuevas.',
  },
  'agenda.blocked_by_patient': {
    status: 409,
    message:
      'Este paciente bloqueó al centro, así que el centro no puede agendarle citas. Puede reservar por su cuenta.',
  },
  // Deliberately vague: it also covers an appointment that the patient has at another centre.
  'agenda.no_room': {
    status: 409,
    message: 'Esa hora no se puede. Prueba con otra.',
    data: z.object({ startsAt: instant }),
  },
  'agenda.too_fast': {
    status: 429,
    message: 'Agendaste muchas citas en un minuto. Espera un minuto y sigue: lo que escribiste queda aquí.',
    data: z.object({ retryAfterSeconds: z.number().int() }),
  },
  'agenda.many_in_progress': {
    status: 409,
    message:
      'En este momento el centro ya está revisando o cambiando varias citas a la vez. Espera unos segundos y vuelve a intentarlo.',
  },
  'agenda.series_conflicts': {
    status: 409,
    message: 'Una o más de esas horas ya no se pueden. No se agendó ninguna: resuélvelas y agenda de nuevo.',
    data: z.object({ conflicts: z.array(z.object({ startsAt: instant, conflict: seriesConflict })) }),
  },
  'agenda.changed_meanwhile': { status: 409, message: 'La agenda cambió mientras tanto. Vuelve a intentarlo.' },
} as const satisfies ErrorMap

/** A person for a centre: an account's owner, each of their dependants apart, and a guest, who has no account. */
export const personKinds = ['patient', 'dependant', 'guest'] as const
export const personRef = z.object({ kind: z.enum(personKinds), id })
export type PersonRef = z.output<typeof personRef>

/** What a centre reads of a dependant besides the name. The contact data are those of the guardian, the account's owner. */
export const dependantOfGuardian = z.object({
  guardianId: id,
  guardianName: z.string(),
  /** In the guardian's words, such as «hija». */
  relation: z.string(),
  /** Null once the account was deleted. */
  birthDate: day.nullable(),
})
export type DependantOfGuardian = z.output<typeof dependantOfGuardian>

const granted = z.literal(true).optional()

export const agendaAppointment = z.object({
  id,
  version,
  status: appointmentStatus,
  startsAt: instant,
  endsAt: instant,
  place: appointmentPlace,
  professionalId: id,
  service: z.object({ id, name: z.string(), durationMinutes: z.number().int() }),
  /** The attendee; null while a visitor holds the time. */
  person: personRef
    .extend({ name: z.string(), phone: z.string().nullable(), dependant: dependantOfGuardian.nullable() })
    .nullable(),
  /** The address of a home visit, visible only to its professional; null for every other member of the centre. */
  homeAddress: z.string().nullable(),
  bookedBy: z.enum(['patient', 'center']),
  arrivedAt: instant.nullable(),
  cancelledBy: z.enum(['patient', 'center', 'system', 'staff']).nullable(),
  /** The desk recorded a cancellation that the patient requested. */
  cancelledAtDesk: z.boolean(),
  /** The time was freed, because the patient's address stayed unconfirmed. */
  freedUnconfirmed: z.boolean(),
  /** When the time is freed unless the patient confirms their address before; null for every other appointment. */
  provisionalUntil: instant.nullable(),
  /** What the side that cancelled wrote; null without a reason. */
  cancellationReason: z.string().nullable(),
  priceCents: cents,
  discountCents: cents,
  /** A session of the person's package pays for it. */
  isByPackage: z.boolean(),
  dueCents: cents,
  /** Null before the first payment. */
  payment: z
    .object({
      paidCents: cents,
      /** The oldest first. */
      parts: z.array(
        z.object({
          paymentId: z.number().int(),
          amountCents: cents,
          method: paymentMethod,
          paidAt: instant,
          /** The number of the receipt of an online payment; null for one at the desk. */
          receiptNumber: z.number().int().nullable(),
          refundCents: cents,
          owedCents: cents,
        }),
      ),
      /** The refund; null without one. The patient has received it when `isRefunded`. */
      refundCents: cents.nullable(),
      isRefunded: z.boolean(),
      /** What is left to give back of the refund. */
      owedCents: cents,
    })
    .nullable(),
  /** It is open, and the account that booked it has neither confirmed its address nor come to an appointment. */
  isUnconfirmed: z.boolean(),
  /** Its place in the series with which the desk booked it; null for every other appointment. */
  series: seriesPlace.nullable(),
  /** The patient says that they made a payment that the desk undid, and staff have not decided. */
  isPaymentDisputed: z.boolean(),
  /** What the caller may do now. Only what is allowed is named. */
  can: z.object({
    confirm: granted,
    arrive: granted,
    undoArrival: granted,
    complete: granted,
    noShow: granted,
    /** Undo a completion or a no-show that was marked by mistake. */
    reopen: granted,
    move: granted,
    cancel: granted,
    collect: granted,
    /** Undo the last payment or the discount, recorded by mistake, or record that the desk paid a refund. */
    undoCollection: granted,
    refund: granted,
    /** Open the clinical record, which only the professional of the appointment may. */
    record: granted,
  }),
})
export type AgendaAppointment = z.output<typeof agendaAppointment>

/**
 * What the calendar, its lists and printed sheets show of an appointment; a dialog reads the rest of the one that it is
 * about. A week has hundreds of cells, so fields with their usual value are absent.
 */
export const agendaCell = z.object({
  // Ids and instants are plain text here, because checking the form of a thousand takes as long as reading them.
  id: z.string(),
  professionalId: z.string(),
  status: appointmentStatus,
  startsAt: z.string(),
  endsAt: z.string(),
  service: z.string(),
  /** The attendee; absent while a visitor holds the time. */
  name: z.string().optional(),
  phone: z.string().optional(),
  /** The account owner's name when the attendee is a dependant. */
  guardianName: z.string().optional(),
  /** A dependant's, from which the age follows. */
  birthDate: z.string().optional(),
  /** The place is absent for an appointment at the centre. */
  place: appointmentPlace.optional(),
  /** The address of a home visit, visible only to its professional. */
  homeAddress: z.string().optional(),
  arrivedAt: z.string().optional(),
  /** The patient paid, and nothing remains to be collected. */
  isCollected: granted,
  /** The time is freed unless the patient confirms their address before a term, which the details say. */
  isProvisional: granted,
})
export type AgendaCell = z.output<typeof agendaCell>

export const agendaProfessional = z.object({
  id,
  name: z.string(),
  photoUrl: z.string().nullable(),
  hours: z.array(openingHours),
  services: z.array(
    z.object({
      id,
      name: z.string(),
      priceCents: cents,
      durationMinutes: z.number().int(),
      /** The terms of the service with its `places`; the request to book it carries them. */
      terms: version,
    }),
  ),
  places: z.array(appointmentPlace),
})
export type AgendaProfessional = z.output<typeof agendaProfessional>

export const agendaTimeOff = z.object({
  id,
  professionalId: id,
  startsAt: instant,
  endsAt: instant,
  reason: z.string(),
})

export const agendaDaysMax = 7

export const agendaOfCenter = z.object({
  from: day,
  days: z.number().int(),
  /** The professionals whose agenda the caller may see: all of the centre, or only their own. */
  professionals: z.array(agendaProfessional),
  timeOff: z.array(agendaTimeOff),
  /** Includes the cancelled ones, which the screen hides by default. */
  appointments: z.array(agendaCell),
  holidays: z.array(z.object({ date: day, name: z.string() })),
})
export type Agenda = z.output<typeof agendaOfCenter>

/** What a cancellation at the desk would do now, if the centre cancels and if the patient does. */
export const cancellationChoices = z.object({
  /** What the centre collected for the appointment; null when it collected nothing. */
  paidCents: cents.nullable(),
  /** The patient's cancellation terms; null once the appointment has begun. */
  byPatient: z
    .object({ terms: version, freeUntil: instant, refundPercent: z.number().int(), refundCents: cents })
    .nullable(),
  byCenter: z.object({ terms: version, refundCents: cents, points: z.number().int() }),
})
export type CancellationChoices = z.output<typeof cancellationChoices>
