import { z } from 'zod'
import {
  agendaAppointment,
  agendaDaysMax,
  agendaErrors,
  agendaOfCenter,
  cancellationChoices,
  personRef,
} from './agenda.ts'
import { agendaChanges, centerReason, unconfirmedRoutes, wholeDayRoutes } from './agenda-day-routes.ts'
import { seriesRoutes } from './agenda-series-routes.ts'
import { appointmentImportRoutes } from './appointment-import-routes.ts'
import { appointmentErrors, appointmentPlace, freeDays, freeTimesMaxDays } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { discount } from './checkouts.ts'
import { deskTasks, deskToday } from './desk-tasks.ts'
import { pickErrors } from './errors.ts'
import { guest } from './guests.ts'
import { deskCode, handover } from './handovers.ts'
import { packageErrors } from './packages.ts'
import { deskMethod } from './payment-methods.ts'
import { homeAddressMax } from './places.ts'
import { reminderDeliveries } from './reminder-deliveries.ts'
import { type Changed, route } from './route.ts'
import { cents, firstDay, id, instantInput, typedText, version } from './values.ts'

/** `notified`: false when no mail tells the attendee about the change, so the receptionist has to telephone. */
const changedAppointment = agendaAppointment.extend({ notified: z.boolean() })

const inCenter = { centerId: id }
const ofAppointment = { centerId: id, appointmentId: id }
/** `version` is that of the appointment that the member saw. */
const seenAppointment = { ...ofAppointment, version }
const tags = ['Agenda']

const changeErrors = {
  ...memberErrors,
  ...pickErrors(appointmentErrors, 'appointments.not_found', 'appointments.not_changeable'),
}

const change = (verb: string, summary: string, changes: readonly Changed[] = agendaChanges) =>
  route({
    method: 'POST',
    path: `/centers/{centerId}/appointments/{appointmentId}/${verb}`,
    access: 'signedIn',
    changes,
    summary,
    tags,
  })

export const agenda = {
  get: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda',
    access: 'signedIn',
    summary: 'La agenda de un centro, de uno a siete días',
    tags,
  })
    .input(
      z.object({
        ...inCenter,
        from: firstDay,
        days: z.coerce.number().int().min(1).max(agendaDaysMax),
        professionalId: id.optional(),
      }),
    )
    .output(agendaOfCenter)
    .errors(memberErrors),
  appointment: route({
    method: 'GET',
    path: '/centers/{centerId}/appointments/{appointmentId}',
    access: 'signedIn',
    summary: 'Una cita de la agenda con todo lo que el centro ve de ella, y lo que se puede hacer ahora',
    tags,
  })
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors({ ...memberErrors, ...pickErrors(appointmentErrors, 'appointments.not_found') }),
  tasks: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda/tasks',
    access: 'signedIn',
    summary: 'Lo que queda por hacer: llamadas pendientes, citas por cerrar y reservas con el correo sin confirmar',
    tags,
  })
    .input(z.object(inCenter))
    .output(deskTasks)
    .errors(memberErrors),
  today: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda/today',
    access: 'signedIn',
    summary: 'El día de hoy: quién sigue, quién llegó o se atrasa, qué falta cobrar o cerrar, los huecos y los pedidos',
    tags,
  })
    .input(z.object(inCenter))
    .output(deskToday)
    .errors(memberErrors),
  setCalled: change('called', 'Marca una llamada pendiente como hecha, o quita la marca', ['agenda.tasks'])
    .input(z.object({ ...ofAppointment, called: z.boolean() }))
    .output(z.object({ called: z.boolean() }))
    .errors({ ...memberErrors, ...pickErrors(appointmentErrors, 'appointments.not_found') }),
  freeTimes: route({
    method: 'GET',
    path: '/centers/{centerId}/agenda/free-times',
    access: 'signedIn',
    summary: 'Horarios libres para agendar desde el mostrador, sin anticipación mínima',
    tags,
  })
    .input(
      z.object({
        ...inCenter,
        serviceId: id,
        from: firstDay,
        days: z.coerce.number().int().min(1).max(freeTimesMaxDays),
        /** An appointment that is being moved: its time counts as free. */
        moving: id.optional(),
      }),
    )
    .output(freeDays)
    .errors({ ...memberErrors, ...pickErrors(agendaErrors, 'agenda.unknown_service', 'agenda.not_taking_bookings') }),
  book: route({
    method: 'POST',
    path: '/centers/{centerId}/appointments',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Agenda a alguien que llamó o que vino',
    description: '`terms` son los del servicio en la agenda que el mostrador vio. Si algo cambió, no agenda nada.',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        ...inCenter,
        /** The browser creates one per submission, so a repeated request books only once. */
        idempotencyKey: id,
        serviceId: id,
        startsAt: instantInput,
        place: appointmentPlace,
        homeAddress: typedText({ max: homeAddressMax }).optional(),
        person: z.union([personRef, z.object({ kind: z.literal('newGuest'), ...guest.shape })]),
        /** The receptionist agreed on a time outside the professional's hours. It never overrides another appointment. */
        evenOutsideHours: z.boolean().optional(),
        /** The person's package that pays for it: one of its sessions is reserved. */
        packageId: id.optional(),
        /** The terms of the service in the agenda that the receptionist saw. */
        terms: version,
      }),
    )
    .output(changedAppointment)
    .errors({
      ...memberErrors,
      ...pickErrors(
        appointmentErrors,
        'appointments.slot_taken',
        'appointments.attendee_busy',
        'appointments.outside_hours',
        'appointments.address_required',
      ),
      ...pickErrors(
        agendaErrors,
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
  confirm: change('confirm', 'Confirma una cita que el centro contesta a mano')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors(changeErrors),
  arrive: change('arrive', 'Marca que la persona llegó')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors({ ...changeErrors, ...pickErrors(appointmentErrors, 'appointments.not_yet') }),
  undoArrival: change('undo-arrival', 'Quita la marca de que llegó')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors(changeErrors),
  complete: change('complete', 'Marca la cita como completada')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors({ ...changeErrors, ...pickErrors(appointmentErrors, 'appointments.not_yet') }),
  noShow: change('no-show', 'Marca que la persona no asistió')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors({ ...changeErrors, ...pickErrors(appointmentErrors, 'appointments.not_yet') }),
  reopen: change('reopen', 'Vuelve atrás una cita completada o una ausencia marcada por error')
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors({ ...changeErrors, ...pickErrors(appointmentErrors, 'appointments.slot_taken') }),
  move: change('move', 'Mueve una cita a otro horario, o a otro profesional con el mismo servicio')
    .input(
      z.object({
        ...seenAppointment,
        startsAt: instantInput,
        serviceId: id.optional(),
        evenOutsideHours: z.boolean().optional(),
        /** Who asked for the move. A patient who asked knows the new time, so the desk is not reminded to call. */
        by: z.enum(['patient', 'center']).default('center'),
      }),
    )
    .output(changedAppointment)
    .errors({
      ...changeErrors,
      ...pickErrors(
        appointmentErrors,
        'appointments.slot_taken',
        'appointments.attendee_busy',
        'appointments.outside_hours',
      ),
      ...pickErrors(
        agendaErrors,
        'agenda.unknown_service',
        'agenda.lesser_service',
        'agenda.no_room',
        'agenda.blocked_by_patient',
        'agenda.closed_by_staff',
      ),
    }),
  reminders: route({
    method: 'GET',
    path: '/centers/{centerId}/appointments/{appointmentId}/reminders',
    access: 'signedIn',
    summary: 'Los recordatorios de una cita y si se enviaron',
    tags,
  })
    .input(z.object(ofAppointment))
    .output(reminderDeliveries)
    .errors({ ...memberErrors, ...pickErrors(appointmentErrors, 'appointments.not_found') }),
  discounts: route({
    method: 'GET',
    path: '/centers/{centerId}/appointments/{appointmentId}/discounts',
    access: 'signedIn',
    summary: 'Las promociones del centro que el paciente aplicó y puede usar al pagar la cita',
    tags,
  })
    .input(z.object(ofAppointment))
    .output(z.object({ items: z.array(discount) }))
    .errors({ ...memberErrors, ...pickErrors(appointmentErrors, 'appointments.not_found') }),
  discountOfCode: change('discount-of-code', 'Qué da la recompensa cuyo código muestra el paciente', [])
    .input(z.object({ ...ofAppointment, code: deskCode }))
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('discount'), ...discount.pick({ label: true, discountCents: true }).shape }),
        /** The centre hands it over: it lowers no price. */
        z.object({ kind: z.literal('handover'), handover }),
      ]),
    )
    .errors({ ...changeErrors, ...pickErrors(agendaErrors, 'agenda.code_refused') }),
  cancellation: route({
    method: 'GET',
    path: '/centers/{centerId}/appointments/{appointmentId}/cancellation',
    access: 'signedIn',
    summary: 'Qué pasaría al cancelar una cita, según quién cancela',
    tags,
  })
    .input(z.object(ofAppointment))
    .output(cancellationChoices)
    .errors(changeErrors),
  cancel: change(
    'cancel',
    'Cancela una cita: de parte del paciente, con sus condiciones, o del centro, que devuelve todo',
  )
    .input(
      z
        .object({
          ...ofAppointment,
          by: z.enum(['patient', 'center']),
          reason: typedText({ max: 500 }),
          /** The terms in `cancellation` of the side that cancels. */
          terms: version,
        })
        .refine(({ by, reason }) => by === 'patient' || reason.length >= 3, {
          path: ['reason'],
          error: 'Escribe el motivo: se lo contamos al paciente',
        }),
    )
    .output(changedAppointment)
    .errors(changeErrors),
  collect: change('collect', 'Anota un cobro en el centro, entero o una parte de lo que falta')
    .input(
      z.object({
        ...seenAppointment,
        /** It is 0 only with a discount that covers everything due. */
        amountCents: cents.min(0).max(100_000_000),
        method: deskMethod,
        /** One of `discounts`, or what a code that the patient showed is for, as the member saw it. */
        discount: z
          .discriminatedUnion('kind', [
            z.object({ kind: z.literal('promotion'), id, discountCents: cents }),
            z.object({ kind: z.literal('code'), code: deskCode, discountCents: cents }),
          ])
          .optional(),
      }),
    )
    .output(agendaAppointment)
    .errors({
      ...changeErrors,
      ...pickErrors(
        agendaErrors,
        'agenda.already_collected',
        'agenda.more_than_due',
        'agenda.discount_changed',
        'agenda.nothing_collected',
      ),
    }),
  undoCollection: change(
    'undo-collection',
    'Borra el último cobro, anotado por error; de una cita cancelada, anota que se devolvió',
  )
    .input(z.object(seenAppointment))
    .output(agendaAppointment)
    .errors({ ...changeErrors, ...pickErrors(agendaErrors, 'agenda.discount_settled') }),
  refund: change('refund', 'Devuelve un pago de una cita completada, entero o una parte, y se lo cuenta al paciente')
    .input(
      z.object({
        ...ofAppointment,
        paymentId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
        amountCents: cents.min(1).max(100_000_000),
        /** The refund that the member saw before, so that a repeated request gives nothing back twice. */
        refundedCents: cents.min(0).max(100_000_000),
        reason: centerReason,
      }),
    )
    .output(agendaAppointment)
    .errors({
      ...changeErrors,
      ...pickErrors(
        agendaErrors,
        'agenda.reception_only',
        'agenda.unknown_payment',
        'agenda.more_than_paid',
        'agenda.refunded_meanwhile',
        'agenda.passed_on',
      ),
    }),
  ...wholeDayRoutes,
  ...seriesRoutes,
  ...appointmentImportRoutes,
  ...unconfirmedRoutes,
}
