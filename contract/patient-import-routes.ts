import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { matchedBy } from './known-people.ts'
import { importLimits, rowFaultKeys } from './patient-files.ts'
import { route } from './route.ts'
import { id, instant, typedText } from './values.ts'

/** A centre's patients without an account, brought in and typed together. */
const maxGuests = 300_000
export const importsPerDay = 20
export const maxKeptNamed = 50

export const importErrors = {
  'contacts.reception_only': {
    status: 403,
    message: 'Los pacientes los importa la recepción o el dueño del centro.',
  },
  'contacts.import_not_found': { status: 404, message: 'No encontramos esa importación.' },
  'contacts.import_undone': { status: 409, message: 'Esta importación se deshizo: no se le agregan más pacientes.' },
  'contacts.too_many_guests': {
    status: 409,
    message: `Un centro puede tener hasta ${maxGuests.toLocaleString('es-UY')} pacientes sin cuenta.`,
  },
} as const satisfies ErrorMap
export const guestsOfCenter = maxGuests

/** What a line of the file is. A new person of whom there is nothing to say is left out. */
export const rowOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('new'),
    line: z.number().int(),
    /** Who has the same telephone or address under another name. */
    relative: z.string(),
  }),
  z.object({
    outcome: z.literal('known'),
    line: z.number().int(),
    by: z.enum(matchedBy),
    /** The name under which the centre has them. */
    name: z.string(),
  }),
  z.object({
    outcome: z.literal('refused'),
    line: z.number().int(),
    fault: z.enum(rowFaultKeys),
    /** Who has the cédula. */
    name: z.string().optional(),
  }),
])
export type RowOutcome = z.output<typeof rowOutcome>

export const lineCount = z.number().int().nonnegative().max(importLimits.lines)
const rows = z
  .array(z.string().max(importLimits.rowLength, 'La línea es demasiado larga'))
  .min(1, 'Faltan las líneas')
  .max(importLimits.rows, `Como máximo ${importLimits.rows} líneas por vez`)

const importKinds = ['patients', 'appointments'] as const
export type ImportKind = (typeof importKinds)[number]

export const patientImport = z.object({
  id,
  kind: z.enum(importKinds),
  /** Whether each booking of the import was told to its patient. */
  tells: z.boolean(),
  fileName: z.string(),
  /** Null once the account was deleted. */
  importedBy: z.string().nullable(),
  startedAt: instant,
  /** The lines with new people or appointments, of which `added` are in. */
  planned: lineCount,
  added: lineCount,
  known: lineCount,
  refused: lineCount,
  undoneAt: instant.nullable(),
  removed: lineCount,
})
export type PatientImport = z.output<typeof patientImport>

export const keptReasons = {
  appointment: 'tiene una cita',
  package: 'tiene un bono',
  changed: 'cambiaste sus datos',
} as const
const keptReason = z.enum(Object.keys(keptReasons) as [keyof typeof keptReasons])

const tags = ['Pacientes del centro']
const errors = { ...memberErrors, ...pickErrors(importErrors, 'contacts.reception_only') }
const ofImport = { ...errors, ...pickErrors(importErrors, 'contacts.import_not_found') }

/** A file of patients, which the browser reads and sends in parts. */
export const patientImportRoutes = {
  imports: route({
    method: 'GET',
    path: '/centers/{centerId}/imports',
    access: 'signedIn',
    summary: 'Las importaciones de pacientes y de citas de un centro, de la última a la primera',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(patientImport) }))
    .errors(errors),
  checkImport: route({
    method: 'POST',
    path: '/centers/{centerId}/imports/check',
    access: 'signedIn',
    changes: [],
    summary: 'Qué pasaría con unas líneas de un archivo de pacientes, sin guardar nada',
    tags,
  })
    .input(z.object({ centerId: id, rows }))
    .output(z.object({ outcomes: z.array(rowOutcome) }))
    .errors(errors),
  startImport: route({
    method: 'POST',
    path: '/centers/{centerId}/imports',
    access: 'signedIn',
    changes: ['contacts.imports'],
    summary: 'Empieza a importar un archivo de pacientes',
    description: 'Repetir el pedido con el mismo identificador no empieza otra.',
    tags,
  })
    .input(
      z.object({
        centerId: id,
        importId: id,
        fileName: typedText({ min: 1, max: 200, message: 'Falta el nombre del archivo' }),
        planned: lineCount.min(1, 'No hay pacientes nuevos'),
        known: lineCount,
        refused: lineCount,
      }),
    )
    .output(patientImport)
    .errors({ ...ofImport, ...pickErrors(importErrors, 'contacts.too_many_guests') }),
  importRows: route({
    method: 'POST',
    path: '/centers/{centerId}/imports/{importId}/rows',
    access: 'signedIn',
    changes: ['contacts'],
    summary: 'Agrega pacientes de unas líneas del archivo',
    description: 'Cada línea entra una sola vez, aunque se mande de nuevo.',
    tags,
  })
    .input(z.object({ centerId: id, importId: id, rows }))
    .output(z.object({ added: lineCount, outcomes: z.array(rowOutcome) }))
    .errors({
      ...ofImport,
      ...pickErrors(importErrors, 'contacts.import_undone', 'contacts.too_many_guests'),
    }),
  undoImport: route({
    method: 'POST',
    path: '/centers/{centerId}/imports/{importId}/undo',
    access: 'signedIn',
    changes: ['contacts'],
    summary: 'Quita a quienes trajo una importación, por partes: se repite hasta que no queda nadie por quitar',
    description: 'Quien desde entonces tiene una cita, un bono o datos cambiados se queda.',
    tags,
  })
    .input(z.object({ centerId: id, importId: id }))
    .output(
      z.object({
        import: patientImport,
        /** How many are still to be removed by the next requests. */
        left: lineCount,
        kept: lineCount,
        people: z.array(z.object({ id, name: z.string(), reason: keptReason })).max(maxKeptNamed),
      }),
    )
    .errors(ofImport),
}
