import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { agendaErrors, personRef } from './agenda.ts'
import { agendaChanges } from './agenda-day-routes.ts'
import { appointmentFaultKeys, appointmentImportLimits } from './appointment-files.ts'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { matchedBy } from './known-people.ts'
import { importErrors, lineCount, maxKeptNamed, patientImport } from './patient-import-routes.ts'
import { route } from './route.ts'
import { seriesConflict } from './series.ts'
import { day, id, instant, typedText } from './values.ts'

export const appointmentImportErrors = {
  'agenda.import_not_found': { status: 404, message: 'No encontramos esa importación.' },
  'agenda.import_undone': { status: 409, message: 'Esta importación se deshizo: no se le agregan más citas.' },
  'agenda.import_reception_only': {
    status: 403,
    message: 'Las citas las importa la recepción o el dueño del centro.',
  },
} as const satisfies ErrorMap

/** How many people a line is asked about at most. */
export const maxCandidates = 8

/**
 * Why the desk is asked who a line is. `same_name`: several people have the line's name and nothing tells them apart; `other_name`: a
 * person of another name has the telephone or the address; `cedula`: a person of another name has the cédula.
 */
const askReasons = ['same_name', 'other_name', 'cedula'] as const

const line = z.number().int()

/** What a line of the file is. A line that is booked for a new person, with nothing to say of it, is left out. */
export const appointmentOutcome = z.discriminatedUnion('outcome', [
  /** It is booked, or can be, for a person who is there already. */
  z.object({ outcome: z.literal('known'), line, by: z.enum(matchedBy), name: z.string() }),
  /** The same person has that time with the professional already. */
  z.object({ outcome: z.literal('there'), line, name: z.string() }),
  z.object({
    outcome: z.literal('ask'),
    line,
    reason: z.enum(askReasons),
    candidates: z
      .array(personRef.extend({ name: z.string(), phone: z.string().nullable(), birthDate: day.nullable() }))
      .max(maxCandidates),
  }),
  z.object({ outcome: z.literal('refused'), line, fault: z.enum(appointmentFaultKeys) }),
  /** Something stands in the way of that time. */
  z.object({ outcome: z.literal('conflict'), line, startsAt: instant, conflict: seriesConflict }),
])
export type AppointmentOutcome = z.output<typeof appointmentOutcome>

const rows = z
  .array(z.string().max(appointmentImportLimits.rowLength, 'La línea es demasiado larga'))
  .min(1, 'Faltan las líneas')
  .max(appointmentImportLimits.rows, `Como máximo ${appointmentImportLimits.rows} líneas por vez`)
const outcomes = z.array(appointmentOutcome)

export const keptAppointmentReasons = {
  notified: 'ya le avisamos al paciente: cancélala desde la agenda',
  started: 'ya empezó',
  changed: 'cambió, se cobró o se canceló después',
} as const
const keptReason = z.enum(Object.keys(keptAppointmentReasons) as [keyof typeof keptAppointmentReasons])

const tags = ['Agenda']
const errors = {
  ...memberErrors,
  ...pickErrors(appointmentImportErrors, 'agenda.import_reception_only'),
}
const ofImport = { ...errors, ...pickErrors(appointmentImportErrors, 'agenda.import_not_found') }

/** A file of future appointments, which the browser reads and sends in parts. `contacts.imports` lists the imports. */
export const appointmentImportRoutes = {
  checkImport: route({
    method: 'POST',
    path: '/centers/{centerId}/appointment-imports/check',
    access: 'signedIn',
    changes: [],
    summary: 'Qué pasaría con unas líneas de un archivo de citas, sin guardar nada',
    tags,
  })
    .input(z.object({ centerId: id, rows }))
    .output(z.object({ outcomes }))
    .errors({ ...errors, ...pickErrors(agendaErrors, 'agenda.closed_by_staff') }),
  startImport: route({
    method: 'POST',
    path: '/centers/{centerId}/appointment-imports',
    access: 'signedIn',
    changes: ['contacts.imports'],
    summary: 'Empieza a importar un archivo de citas futuras',
    description:
      'Repetir el pedido con el mismo identificador no empieza otra. Con `tells`, cada cita se le avisa al paciente.',
    tags,
  })
    .input(
      z.object({
        centerId: id,
        importId: id,
        fileName: typedText({ min: 1, max: 200, message: 'Falta el nombre del archivo' }),
        planned: lineCount.min(1, 'No hay citas nuevas'),
        known: lineCount,
        refused: lineCount,
        tells: z.boolean(),
      }),
    )
    .output(patientImport)
    .errors(ofImport),
  importRows: route({
    method: 'POST',
    path: '/centers/{centerId}/appointment-imports/{importId}/rows',
    access: 'signedIn',
    changes: agendaChanges,
    summary:
      'Agenda las citas de unas líneas del archivo; lo que no se puede se dice por línea y no detiene a las demás',
    description: 'Cada línea entra una sola vez, aunque se mande de nuevo.',
    tags,
  })
    .input(
      z.object({
        centerId: id,
        importId: id,
        rows,
        /** The desk agreed on times outside the professional's hours, and on holidays. It never overrides another appointment. */
        evenOutsideHours: z.boolean(),
      }),
    )
    .output(z.object({ added: lineCount, outcomes }))
    .errors({
      ...ofImport,
      ...pickErrors(appointmentImportErrors, 'agenda.import_undone'),
      ...pickErrors(agendaErrors, 'agenda.closed_by_staff'),
      ...pickErrors(importErrors, 'contacts.too_many_guests'),
    }),
  undoImport: route({
    method: 'POST',
    path: '/centers/{centerId}/appointment-imports/{importId}/undo',
    access: 'signedIn',
    changes: agendaChanges,
    summary: 'Quita las citas que trajo una importación, por partes: se repite hasta que no queda ninguna por quitar',
    description:
      'La que desde entonces cambió, se avisó o empezó se queda. También quita a las personas que trajo y no tienen nada más.',
    tags,
  })
    .input(z.object({ centerId: id, importId: id }))
    .output(
      z.object({
        import: patientImport,
        /** How many appointments and people are still to be removed by the next requests. */
        left: z.number().int(),
        kept: lineCount,
        appointments: z
          .array(z.object({ id, name: z.string(), startsAt: instant, reason: keptReason }))
          .max(maxKeptNamed),
      }),
    )
    .errors(ofImport),
}
