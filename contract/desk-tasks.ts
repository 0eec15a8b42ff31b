import { z } from 'zod'
import { agendaAppointment } from './agenda.ts'
import { day, id, instant } from './values.ts'

const listedAppointment = agendaAppointment.extend({ professionalName: z.string() })

/** The maximum number of lines in each list of the day; its count includes all. */
export const linesOfToday = 6

const listOfToday = <Line extends z.ZodType>(line: Line) =>
  z.object({ count: z.number().int(), items: z.array(line).max(linesOfToday) })

export const deskToday = z.object({
  date: day,
  /** The count includes all of the day's appointments except the cancelled ones. */
  count: z.number().int(),
  /** The confirmed appointments that have not begun, the next first. */
  next: listOfToday(listedAppointment),
  /** The appointments that have begun and are not over, and whose attendee has not arrived. */
  late: listOfToday(listedAppointment),
  /** The appointments whose attendee has arrived, the first to arrive first. */
  arrived: listOfToday(listedAppointment),
  /** The attendee came or the appointment is completed, and no payment is collected. */
  unpaid: listOfToday(listedAppointment),
  /** Past appointments, also of earlier days, that are neither completed nor marked as no-shows; the oldest first. */
  toClose: listOfToday(listedAppointment),
  /** The free gaps in the remaining working hours that are long enough for an appointment. */
  gaps: listOfToday(z.object({ professionalId: id, professionalName: z.string(), startsAt: instant, endsAt: instant })),
  /** Pending requests of all days, most urgent first, at most 20. `answerBy`: when each is cancelled unless the centre responds. */
  requests: z.array(listedAppointment.extend({ answerBy: instant })),
})
export type DeskToday = z.output<typeof deskToday>

/** An attendee who received no mail about a change: the receptionist telephones and marks the call as done. */
export const deskCall = z.object({
  appointmentId: id,
  name: z.string(),
  phone: z.string().nullable(),
  professionalName: z.string(),
  /** The start that the attendee knows. */
  wasAt: instant,
  /** The current start; null when the appointment was cancelled. */
  startsAt: instant.nullable(),
  calledAt: instant.nullable(),
})
export type DeskCall = z.output<typeof deskCall>

export const deskTasks = z.object({
  /** Attendees still to call, and those called today. */
  calls: z.array(deskCall),
  /** Past appointments that are neither completed nor marked as no-shows, oldest first. */
  toClose: z.array(listedAppointment),
  /** How many upcoming appointments are of accounts whose address is unconfirmed; 0 below `unconfirmedShownFrom`. */
  unconfirmed: z.number().int(),
})

/** Fewer bookings without a confirmed address than this are the usual newcomers. */
export const unconfirmedShownFrom = 5
/** How many of them one request lists or cancels. */
export const unconfirmedMax = 200

/**
 * The upcoming appointments that accounts booked which have neither confirmed their address nor come to an appointment, and of
 * which nothing is paid; by account, at most `unconfirmedMax` appointments.
 */
export const unconfirmedBookings = z.object({
  /** Of all, also beyond the listed ones. */
  count: z.number().int(),
  accounts: z.array(
    z.object({
      id,
      name: z.string(),
      phone: z.string().nullable(),
      bookings: z.array(
        z.object({ appointmentId: id, startsAt: instant, professionalId: id, professionalName: z.string() }),
      ),
    }),
  ),
})
export type UnconfirmedBookings = z.output<typeof unconfirmedBookings>
