import { z } from 'zod'
import {
  appointment,
  appointmentChanges,
  appointmentErrors,
  appointmentPlace,
  freeDays,
  freeTimesMaxDays,
} from './appointments.ts'
import { holdMinutes, objectionDays } from './calendar.ts'
import { dependantEdit, dependantErrors } from './dependants.ts'
import { pickErrors } from './errors.ts'
import { packageErrors } from './packages.ts'
import { paymentMethod } from './payment-methods.ts'
import { homeAddressMax } from './places.ts'
import { reminderDeliveries } from './reminder-deliveries.ts'
import { route } from './route.ts'
import { telehealthErrors } from './telehealth.ts'
import { cents, cursorInput, firstDay, id, instant, instantInput, pageOf, typedText, version } from './values.ts'

/** What a patient paid for an appointment. */
export const ownPayments = z.object({
  /** What lowers the price; null without a discount, and once a cancellation gave it back. */
  discount: z
    .object({
      kind: z.enum(['promotion', 'reward']),
      name: z.string(),
      discountCents: cents,
      /** What the reward cost; null for a promotion. */
      pointsUsed: z.number().int().nullable(),
    })
    .nullable(),
  /** The oldest first. */
  payments: z.array(
    z.object({
      paymentId: z.number().int(),
      amountCents: cents,
      method: paymentMethod,
      paidAt: instant,
      /** The part that was or will be given back. */
      refundedCents: cents,
      /** What is left to give back of `refundedCents`. */
      owedCents: cents,
      /** What the centre wrote about the refund; null without one, and when a cancellation caused it. */
      refundReason: z.string().nullable(),
      /** The checkout whose receipt shows it; null for a payment at the centre. */
      receiptId: id.nullable(),
      /** When the desk undid it as recorded by mistake: it counts no more. */
      undoneAt: instant.nullable(),
    }),
  ),
})
export type OwnPayments = z.output<typeof ownPayments>

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
        from: firstDay,
        days: z.coerce.number().int().min(1).max(freeTimesMaxDays),
        /** The caller's appointment that is being moved: its time counts as free. */
        moving: id.optional(),
      }),
    )
    .output(freeDays)
    .errors(pickErrors(appointmentErrors, 'appointments.not_bookable')),
  hold: route({
    method: 'POST',
    path: '/appointments/hold',
    access: 'public',
    changes: ['appointments.freeTimes'],
    summary: `Guarda un horario por ${holdMinutes} minutos`,
    description:
      'Un visitante guarda un horario a la vez: el nuevo reemplaza al anterior. Repetir el mismo pedido devuelve la misma reserva.',
    tags: ['Citas'],
    successStatus: 201,
  })
    .input(z.object({ serviceId: id, startsAt: instantInput, place: appointmentPlace }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.slot_taken',
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
    changes: ['appointments.freeTimes'],
    summary: 'Suelta el horario guardado',
    tags: ['Citas'],
  }).output(z.object({ released: z.boolean() })),
  confirm: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/confirm',
    access: 'signedIn',
    changes: [...appointmentChanges, 'dependants'],
    summary: 'Confirma el horario guardado',
    tags: ['Citas'],
  })
    .input(
      z.object({
        appointmentId: id,
        terms: version,
        dependantId: id.nullish(),
        /** A new person in the care of the caller, added together with the appointment; instead of `dependantId`. */
        newDependant: dependantEdit.optional(),
        homeAddress: typedText({ max: homeAddressMax }).nullish(),
        /** The version of the consent to a virtual appointment that the patient accepted; without it, they can give it later. */
        consentVersion: z.string().max(40).nullish(),
        /** The caller's package that pays for it: one of its sessions is reserved. */
        packageId: id.nullish(),
      }),
    )
    .output(appointment)
    .errors({
      ...pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.unknown_browser',
        'appointments.hold_expired',
        'appointments.hold_replaced',
        'appointments.slot_taken',
        'appointments.overlaps_own',
        'appointments.too_many_unverified',
        'appointments.network_books_many',
        'appointments.too_many_with_professional',
        'appointments.too_many_upcoming',
        'appointments.not_bookable',
        'appointments.not_changeable',
        'appointments.address_required',
        'appointments.unknown_dependant',
      ),
      ...pickErrors(dependantErrors, 'dependants.too_many'),
      ...pickErrors(packageErrors, 'packages.not_usable'),
      ...pickErrors(telehealthErrors, 'telehealth.text_changed'),
    }),
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
      /** Mean of the patient's ratings, from 1 to 5; null before the first review. */
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
  payments: route({
    method: 'GET',
    path: '/appointments/{appointmentId}/payments',
    access: 'signedIn',
    summary: 'Lo que se pagó por una cita propia, con su descuento y sus devoluciones',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(ownPayments)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
  reminders: route({
    method: 'GET',
    path: '/appointments/{appointmentId}/reminders',
    access: 'signedIn',
    summary: 'Los recordatorios de una cita propia y si se enviaron',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(reminderDeliveries)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
  move: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/move',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Mueve una cita propia a otro horario',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, terms: version, startsAt: instantInput }))
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
        'appointments.unproven_hold_many',
        'appointments.not_bookable',
      ),
    ),
  cancel: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/cancel',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Cancela una cita propia',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, terms: version, reason: typedText({ max: 500 }).optional() }))
    .output(appointment)
    .errors(pickErrors(appointmentErrors, 'appointments.not_found', 'appointments.not_changeable')),
  object: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/objection',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Objeta lo que el centro anotó: «Sí fui», «Yo no la cancelé», «No me devolvieron nada», «Sí pagué»',
    description: `Durante ${objectionDays} días desde que el centro lo anotó. Lo decide el equipo. Repetir el pedido no agrega otro.`,
    tags: ['Citas'],
  })
    .input(
      z.object({
        appointmentId: id,
        comment: typedText({ max: 1000 }),
        /** Objects to the payment that the centre undid, or to the refund of a cancelled appointment; otherwise to what `objectionKind` says. */
        kind: z.enum(['undone_payment', 'refund']).optional(),
      }),
    )
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.not_missed',
        'appointments.objection_late',
        'appointments.objection_decided',
      ),
    ),
  accept: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/accept',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Dice que una cita que agendó el centro es propia',
    description:
      'Con el correo confirmado y antes de que empiece. Sin esto, la consulta no se puede calificar después.',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id, terms: version }))
    .output(appointment)
    .errors(
      pickErrors(
        appointmentErrors,
        'appointments.not_found',
        'appointments.not_changeable',
        'appointments.email_unverified',
        'appointments.closed_by_staff',
        'appointments.acceptance_overlaps',
      ),
    ),
  calendar: route({
    method: 'GET',
    path: '/appointments/{appointmentId}/calendar',
    access: 'signedIn',
    summary: 'Direcciones para agregar la cita a un calendario, que vencen pronto',
    tags: ['Citas'],
  })
    .input(z.object({ appointmentId: id }))
    .output(z.object({ fileUrl: z.url(), googleUrl: z.url(), expiresAt: instant }))
    .errors(pickErrors(appointmentErrors, 'appointments.not_found')),
}
