import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { minSearchLength } from './user-statuses.ts'
import { cents, day, id, instant, pageOf, typedText } from './values.ts'

export const moderationErrors = {
  'moderation.not_found': { status: 404, message: 'No encontramos esa medida.' },
  'moderation.changed': {
    status: 409,
    message: 'Otra persona del equipo actuó antes. Mira qué cambió y decide de nuevo.',
  },
  'moderation.not_undoable': { status: 409, message: 'Esta medida ya no se puede deshacer.' },
  'moderation.already_undone': { status: 409, message: 'Esta medida ya se deshizo.' },
  'moderation.superseded': {
    status: 409,
    message: 'Después de esta medida hubo otra. Deshaz primero la más reciente.',
  },
  'moderation.author_gone': {
    status: 409,
    message: 'No se envió la advertencia: quien lo escribió no tiene una cuenta.',
  },
  'moderation.warning_withheld': {
    status: 409,
    message:
      'No se envió la advertencia: su dirección no está confirmada y hoy ya recibió todos los correos que puede. Inténtalo mañana.',
  },
} as const satisfies ErrorMap

/** Why staff take an action. The affected user reads it. */
export const actionReason = typedText({ min: 1, max: 1000, message: 'Escribe el motivo' })

export const targetTypes = [
  'user',
  'center',
  'review',
  'message',
  'document',
  'commission',
  'reward',
  'promotion',
  'no_show',
  'cancellation',
  'early_visit',
  'invented_visit',
  'refund',
  'undone_payment',
  'operator',
] as const
export type TargetType = (typeof targetTypes)[number]

/** The maximum number of rows in one action. */
export const maxTargets = 200

export const actionSummary = z.object({
  id,
  at: instant,
  /** Null for the service itself, for example when a document lapses. */
  moderatorName: z.string().nullable(),
  actionType: z.string(),
  reason: z.string(),
})

/** A field that an action changed. Its texts are shortened, and empty for none. */
export const recordedChange = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type RecordedChange = z.output<typeof recordedChange>

/** An action as the record shows it. */
export const recordedAction = actionSummary.extend({
  targetType: z.enum(targetTypes),
  targetId: id,
  /** What the target is called today; null when it no longer exists. */
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Of «Marca y textos»; empty for every other action, and for those from before it was recorded. */
  changes: z.array(recordedChange),
  undoneBy: actionSummary.nullable(),
  can: z.object({ undo: z.boolean() }),
})
export type RecordedAction = z.output<typeof recordedAction>

/**
 * The target row of an action. `lastActionId`: the latest action on it that the caller has seen, null for none; the
 * server refuses the row if there has been another one since. */
export const seenTarget = z.object({ id, lastActionId: id.nullable() })

/** Each row is changed in its own transaction: some may be refused, or fail as `service.failure`, while the others are changed. */
export const actionOutcomes = z.object({
  items: z.array(
    z.object({
      id,
      isDone: z.boolean(),
      /** Why the row was refused; null when it was changed. */
      refusal: z
        .object({
          code: z.string(),
          message: z.string(),
          /** What a centre lacks for its approval, by the keys of its publication; empty for every other refusal. */
          missing: z.array(z.string()),
          /** The action that another member of staff took first. */
          last: actionSummary.nullable(),
        })
        .nullable(),
    }),
  ),
})
export type ActionOutcomes = z.output<typeof actionOutcomes>

export const staffFigures = z.object({
  at: instant,
  users: z.number().int(),
  centers: z.number().int(),
  unverifiedCenters: z.number().int(),
  paidCommissionCents: cents,
  /** The commissions of this month, without the cancelled ones. */
  monthCommissionCents: cents,
  /** Documents that are pending, rejected or expired. */
  openDocuments: z.number().int(),
})
export type StaffFigures = z.output<typeof staffFigures>

const recordFilter = {
  /** A part of the name of the person or centre concerned, or of the member of staff. */
  text: typedText({ max: 100 })
    .refine((text) => text === '' || text.length >= minSearchLength, `Escribe al menos ${minSearchLength} letras`)
    .optional(),
  targetType: z.enum(targetTypes).optional(),
  /** The first and the last local day. */
  from: day.optional(),
  to: day.optional(),
}

/** `undo` is in undo-action.ts. */
export const moderation = {
  list: route({
    method: 'GET',
    path: '/staff/actions',
    access: staffRoles,
    summary: 'El registro de medidas, las más nuevas primero',
    tags: ['Administración'],
  })
    .input(
      z.object({
        ...recordFilter,
        limit: z.coerce.number().int().min(1).max(100).optional(),
        /** The number of a row of the record: the page begins before it. */
        cursor: z
          .string()
          .regex(/^\d{1,15}$/, 'No es un cursor de esta lista')
          .optional(),
      }),
    )
    .output(pageOf(recordedAction)),
  csv: route({
    method: 'GET',
    path: '/staff/actions/csv',
    access: staffRoles,
    summary: 'El registro de medidas como planilla',
    tags: ['Administración'],
  })
    .input(z.object(recordFilter))
    // Streamed.
    .output(z.file()),
  figures: route({
    method: 'GET',
    path: '/staff/figures',
    access: staffRoles,
    summary: 'Las cifras del área de administración',
    tags: ['Administración'],
  }).output(staffFigures),
  get: route({
    method: 'GET',
    path: '/staff/actions/{actionId}',
    access: staffRoles,
    summary: 'Una medida del registro',
    tags: ['Administración'],
  })
    .input(z.object({ actionId: id }))
    .output(recordedAction)
    .errors(pickErrors(moderationErrors, 'moderation.not_found')),
}
