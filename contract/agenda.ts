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

/** Of one day of one professional: which of its appointments can go where. */
export const dayChange = z.object({
  changed: z.number().int(),
  /** Those that stay as they were, and why. */
  left: z.array(z.object({ appointmentId: id, startsAt: instant, name: z.string(), reason: z.string() })),
  /** Those that changed and whom no mail tells: the centre telephones. */
  untold: z.array(z.object({ appointmentId: id, name: z.string(), phone: z.string().nullable() })),
})
export type DayChange = z.output<typeof dayChange>
