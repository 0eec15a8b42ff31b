import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { type AppointmentStatus, appointmentPlace, appointmentStatus } from './appointments.ts'
import { openingHours } from './centers.ts'
import { cents, day, id, instant } from './values.ts'

/** The desk enters times on this grid, finer than what patients are offered. */
export const entryGridMinutes = 5
export const deskMethods = ['efectivo', 'debito', 'transferencia'] as const
export const deskMethod = z.enum(deskMethods)
export type DeskMethod = z.output<typeof deskMethod>

/** What the centre reads, on its screens and in its files alike. */
export const deskMethodLabels: Record<DeskMethod, string> = {
  efectivo: 'Efectivo',
  debito: 'Débito',
  transferencia: 'Transferencia',
}
export const deskStatusLabels = {
  pending: 'Pendiente',
  confirmed: 'Próxima',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'No asistió',
} as const satisfies Partial<Record<AppointmentStatus, string>>

export const agendaErrors = {
  'agenda.unknown_service': { status: 422, message: 'Ese servicio ya no se ofrece.' },
  'agenda.unknown_person': { status: 422, message: 'No encontramos a esa persona entre los pacientes del centro.' },
  'agenda.not_taking_bookings': {
    status: 409,
    message: 'La habilitación del centro no está vigente: por ahora no se pueden agendar citas nuevas.',
  },
  'agenda.already_collected': { status: 409, message: 'Esta cita ya está cobrada.' },
  // Says no more on purpose: it also covers what the person has at another centre.
  'agenda.no_room': {
    status: 409,
    message: 'Esa hora no se puede. Prueba con otra.',
    data: z.object({ startsAt: instant }),
  },
  'agenda.changed_meanwhile': { status: 409, message: 'La agenda cambió mientras tanto. Vuelve a intentarlo.' },
} as const satisfies ErrorMap

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
  /** Of a home visit, and only for its professional; null for every other member of the centre. */
  homeAddress: z.string().nullable(),
  bookedBy: z.enum(['patient', 'center']),
  arrivedAt: instant.nullable(),
  cancelledBy: z.enum(['patient', 'center', 'system']).nullable(),
  /** The patient cancelled by way of the desk, which wrote it down. */
  cancelledAtDesk: z.boolean(),
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

export const agendaOfCenter = z.object({
  from: day,
  days: z.number().int(),
  /** Everybody whom the asker may see: all, or a professional alone. */
  professionals: z.array(agendaProfessional),
  timeOff: z.array(agendaTimeOff),
  /** Those that were cancelled, too: the screen hides them unless asked. */
  appointments: z.array(agendaAppointment),
  holidays: z.array(z.object({ date: day, name: z.string() })),
})
export type Agenda = z.output<typeof agendaOfCenter>

const changedOne = z.object({
  appointmentId: id,
  name: z.string(),
  wasAt: instant,
  /** Its new start; null when it was cancelled. */
  startsAt: instant.nullable(),
})

/** What became of the appointments in a span: of a day that is moved or cancelled, or of an absence. */
export const dayChange = z.object({
  changed: z.number().int(),
  /** Those whom a mail tells. */
  informed: z.array(changedOne),
  /** Those whom no mail tells: the desk telephones. */
  untold: z.array(changedOne.extend({ phone: z.string().nullable() })),
  /** Those that stay as they were, and why. */
  left: z.array(
    z.object({
      appointmentId: id,
      startsAt: instant,
      name: z.string(),
      phone: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  /** What the centre owes back of what it had collected. */
  refundCents: cents,
  /** How many people get points as compensation. */
  compensated: z.number().int(),
  /** The absence that was added with the change; null when none was, or the professional was away already. */
  blocked: z.object({ id, startsAt: instant, endsAt: instant }).nullable(),
})
export type DayChange = z.output<typeof dayChange>

/** What cancelling an appointment at the desk would do now, for each of the two who may cancel. */
export const cancellationChoices = z.object({
  /** What the centre collected for it; null: nothing. */
  paidCents: cents.nullable(),
  /** The patient's own terms; null once the appointment has begun. */
  byPatient: z.object({ freeUntil: instant, refundPercent: z.number().int(), refundCents: cents }).nullable(),
  byCenter: z.object({ refundCents: cents, points: z.number().int() }),
})
export type CancellationChoices = z.output<typeof cancellationChoices>

/** A person whom no mail told what the centre changed: the receptionist telephones, and ticks it. */
export const deskCall = z.object({
  appointmentId: id,
  name: z.string(),
  phone: z.string().nullable(),
  professionalName: z.string(),
  /** The start that the person knows of. */
  wasAt: instant,
  /** The start now; null: it was cancelled. */
  startsAt: instant.nullable(),
  calledAt: instant.nullable(),
})
export type DeskCall = z.output<typeof deskCall>

/** What is left to do at a desk. */
export const deskTasks = z.object({
  /** Still to call, and those that were called today. */
  calls: z.array(deskCall),
  /** Over, and neither completed nor marked as missed; the oldest first. */
  toClose: z.array(agendaAppointment.extend({ professionalName: z.string() })),
})
export type DeskTasks = z.output<typeof deskTasks>
