import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentErrors, appointmentPlace, appointmentStatus, freeDays, freeTimesMaxDays } from './appointments.ts'
import { centerErrors, openingHours } from './centers.ts'
import { only } from './errors.ts'
import { route } from './route.ts'
import { cents, day, id, instant, typedText } from './values.ts'

/** The desk enters times on this grid, finer than what patients are offered. */
export const entryGridMinutes = 5
export const deskMethods = ['efectivo', 'debito', 'transferencia'] as const
export const deskMethod = z.enum(deskMethods)
export type DeskMethod = z.output<typeof deskMethod>

export const agendaErrors = {
  'centers.not_found': centerErrors['centers.not_found'],
  'centers.owner_only': centerErrors['centers.owner_only'],
  'appointments.not_found': appointmentErrors['appointments.not_found'],
  'appointments.slot_taken': appointmentErrors['appointments.slot_taken'],
  'appointments.not_changeable': appointmentErrors['appointments.not_changeable'],
  'appointments.attendee_busy': {
    status: 409,
    message: 'Esa persona ya tiene una cita a esa hora.',
    data: z.object({ startsAt: instant }),
  },
  'appointments.outside_hours': {
    status: 409,
    message: 'A esa hora el profesional no atiende. Puedes agendar igual, si lo acordaron.',
    data: z.object({ startsAt: instant }),
  },
  'appointments.not_yet': { status: 409, message: 'Eso se puede marcar cuando llegue la hora de la cita.' },
  'appointments.address_required': appointmentErrors['appointments.address_required'],
  'agenda.unknown_service': { status: 422, message: 'Ese servicio ya no se ofrece.' },
  'agenda.unknown_person': { status: 422, message: 'No encontramos a esa persona entre los pacientes del centro.' },
  'agenda.not_taking_bookings': {
    status: 409,
    message: 'La habilitación del centro no está vigente: por ahora no se pueden agendar citas nuevas.',
  },
  'agenda.already_collected': { status: 409, message: 'Esta cita ya está cobrada.' },
} as const satisfies ErrorMap

/** Every route here is about one centre: a stranger reads that there is none. */
const errors = <Code extends keyof typeof agendaErrors>(...codes: Code[]) =>
  only<typeof agendaErrors, Code | 'centers.not_found'>(agendaErrors, 'centers.not_found', ...codes)

/** A patient with an account, or a guest whom the centre entered. */
export const personRef = z.object({ kind: z.enum(['patient', 'guest']), id })
export type PersonRef = z.output<typeof personRef>

export const agendaAppointment = z.object({
  id,
  status: appointmentStatus,
  startsAt: instant,
  endsAt: instant,
  place: appointmentPlace,
  professionalId: id,
  service: z.object({ id, name: z.string(), durationMinutes: z.number().int() }),
  /** Who comes; null while a visitor holds the time. `bookedFor`: the account's name when it is for somebody in their care. */
  person: personRef
    .extend({ name: z.string(), phone: z.string().nullable(), guardianName: z.string().nullable() })
    .nullable(),
  /** For home visits, to whoever goes there and to the owner. */
  homeAddress: z.string().nullable(),
  bookedBy: z.enum(['patient', 'center']),
  arrivedAt: instant.nullable(),
  cancelledBy: z.enum(['patient', 'center', 'system']).nullable(),
  priceCents: cents,
  /** `refundCents`: what the centre gives back since the appointment was cancelled; null: nothing. */
  payment: z
    .object({ amountCents: cents, method: deskMethod, refundCents: cents.nullable(), refundedAt: instant.nullable() })
    .nullable(),
  /** What the asker may do now. */
  can: z.object({
    confirm: z.boolean(),
    arrive: z.boolean(),
    undoArrival: z.boolean(),
    complete: z.boolean(),
    noShow: z.boolean(),
    /** Takes back a completion or an absence that was marked by mistake. */
    reopen: z.boolean(),
    move: z.boolean(),
    cancel: z.boolean(),
    collect: z.boolean(),
    /** Of a cancelled one: says that what was owed has been given back. */
    undoCollection: z.boolean(),
  }),
})
export type AgendaAppointment = z.output<typeof agendaAppointment>

/** `told`: false when no mail says to whoever comes what the centre has just done; then it telephones. */
const changedAppointment = agendaAppointment.extend({ told: z.boolean() })

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
    }),
  ),
  /** Where they can attend: what `place` of a new appointment may be. */
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

export const agenda = z.object({
  from: day,
  days: z.number().int(),
  /** Everybody whom the asker may see: all, or a professional alone. */
  professionals: z.array(agendaProfessional),
  timeOff: z.array(agendaTimeOff),
  /** Those that were cancelled, too: the screen hides them unless asked. */
  appointments: z.array(agendaAppointment),
  holidays: z.array(z.object({ date: day, name: z.string() })),
})
export type Agenda = z.output<typeof agenda>

const inCenter = { centerId: id }
const ofAppointment = { centerId: id, appointmentId: id }
const tags = ['Agenda']
const centerReason = typedText({ min: 3, max: 500, message: 'Escribe el motivo: se lo contamos al paciente' })

/** Of one day of one professional: which of its appointments can go where. */
export const dayChange = z.object({
  changed: z.number().int(),
  /** Those that stay as they were, and why. */
  left: z.array(z.object({ appointmentId: id, startsAt: instant, name: z.string(), reason: z.string() })),
  /** Those that changed and whom no mail tells: the centre telephones. */
  untold: z.array(z.object({ appointmentId: id, name: z.string(), phone: z.string().nullable() })),
})
export type DayChange = z.output<typeof dayChange>

const change = (verb: string, summary: string) =>
  route({
    method: 'POST',
    path: `/centers/{centerId}/appointments/{appointmentId}/${verb}`,
    access: 'signedIn',
    summary,
    tags,
  })

export const agendaRoutes = {
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
        from: day,
        days: z.coerce.number().int().min(1).max(agendaDaysMax),
        professionalId: id.optional(),
      }),
    )
    .output(agenda)
    .errors(errors()),
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
        from: day,
        days: z.coerce.number().int().min(1).max(freeTimesMaxDays),
        /** An appointment that is being moved: its time counts as free. */
        moving: id.optional(),
      }),
    )
    .output(freeDays)
    .errors(errors('agenda.unknown_service', 'agenda.not_taking_bookings')),
  enter: route({
    method: 'POST',
    path: '/centers/{centerId}/appointments',
    access: 'signedIn',
    summary: 'Agenda a alguien que llamó o que vino',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        ...inCenter,
        /** Made by the browser for each press: sending it again enters nothing twice. */
        entryKey: id,
        serviceId: id,
        startsAt: instant,
        place: appointmentPlace,
        homeAddress: typedText({ max: 300 }).optional(),
        person: z.union([
          personRef,
          z.object({
            kind: z.literal('newGuest'),
            fullName: typedText({ min: 2, max: 200, message: 'Escribe el nombre' }),
            phone: typedText({ max: 40 }),
            email: z.union([z.literal(''), z.email('Por favor ingresa un email válido').max(255)]),
          }),
        ]),
        /** The desk agreed on it although the professional doesn't work then. Never over another appointment. */
        evenOutsideHours: z.boolean().optional(),
      }),
    )
    .output(changedAppointment)
    .errors(
      errors(
        'appointments.slot_taken',
        'appointments.attendee_busy',
        'appointments.outside_hours',
        'appointments.address_required',
        'agenda.unknown_service',
        'agenda.unknown_person',
        'agenda.not_taking_bookings',
      ),
    ),
  confirm: change('accept', 'Confirma una cita que el centro contesta a mano')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable')),
  arrive: change('arrive', 'Marca que la persona llegó')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable', 'appointments.not_yet')),
  undoArrival: change('undo-arrival', 'Quita la marca de que llegó')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable')),
  complete: change('complete', 'Marca la cita como completada')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable', 'appointments.not_yet')),
  noShow: change('no-show', 'Marca que la persona no asistió')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable', 'appointments.not_yet')),
  reopen: change('reopen', 'Vuelve atrás una cita completada o una ausencia marcada por error')
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable', 'appointments.slot_taken')),
  move: change('reschedule', 'Mueve una cita a otro horario, o a otro profesional con el mismo servicio')
    .input(
      z.object({
        ...ofAppointment,
        startsAt: instant,
        serviceId: id.optional(),
        evenOutsideHours: z.boolean().optional(),
      }),
    )
    .output(changedAppointment)
    .errors(
      errors(
        'appointments.not_found',
        'appointments.not_changeable',
        'appointments.slot_taken',
        'appointments.attendee_busy',
        'appointments.outside_hours',
        'agenda.unknown_service',
      ),
    ),
  cancel: change('call-off', 'Cancela una cita de parte del centro: se devuelve todo y se avisa')
    .input(z.object({ ...ofAppointment, reason: centerReason }))
    .output(changedAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable')),
  collect: change('collect', 'Anota un cobro en el centro')
    .input(z.object({ ...ofAppointment, amountCents: cents.min(1).max(100_000_000), method: deskMethod }))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable', 'agenda.already_collected')),
  undoCollection: change(
    'undo-collection',
    'Borra un cobro anotado por error; de una cita cancelada, anota que se devolvió',
  )
    .input(z.object(ofAppointment))
    .output(agendaAppointment)
    .errors(errors('appointments.not_found', 'appointments.not_changeable')),
  cancelDay: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals/{professionalId}/days/{date}/cancel',
    access: 'signedIn',
    summary: 'Cancela todo un día de un profesional y avisa a cada paciente',
    tags,
  })
    .input(z.object({ ...inCenter, professionalId: id, date: day, reason: centerReason }))
    .output(dayChange)
    .errors(errors('appointments.not_found')),
  moveDay: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals/{professionalId}/days/{date}/move',
    access: 'signedIn',
    summary: 'Pasa un día de un profesional a otro, a las mismas horas, y avisa a cada paciente',
    description: 'Con `preview` no cambia nada: dice cuáles entrarían. Las que no entran quedan como estaban.',
    tags,
  })
    .input(
      z.object({
        ...inCenter,
        professionalId: id,
        date: day,
        toDate: day,
        reason: centerReason,
        preview: z.boolean().optional(),
      }),
    )
    .output(dayChange)
    .errors(errors('appointments.not_found')),
}
