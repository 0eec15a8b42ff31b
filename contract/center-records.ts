import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { centerChangeKinds } from './center-changes.ts'
import { centerErrors, centerProfile } from './centers.ts'
import { checkType } from './check-types.ts'
import { complianceCheck } from './compliance.ts'
import { pinPrecisions } from './directions.ts'
import { pickErrors } from './errors.ts'
import { actionOutcomes, actionReason, maxTargets, recordedAction, seenTarget } from './moderation.ts'
import { publication } from './publication.ts'
import { documentLists, documentOrders, recordOrders, recordStatuses } from './record-statuses.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { minSearchLength } from './user-statuses.ts'
import { cursorInput, day, id, instant, pageOf, typedText } from './values.ts'

export const centerRecordErrors = {
  'centerRecords.owner_blocked': {
    status: 409,
    message:
      'La cuenta que dirige este centro no está activa, o ya no es la de un centro. Corrígelo antes de aprobarlo.',
  },
  'centerRecords.own_center': { status: 403, message: 'Trabajas en este centro: decide otra persona del equipo.' },
  'centerRecords.already_approved': { status: 409, message: 'Este centro ya está aprobado.' },
  'centerRecords.not_approved': { status: 409, message: 'Este centro no está aprobado.' },
  'centerRecords.reviewed': { status: 409, message: 'Este documento ya fue revisado.' },
  'centerRecords.requested': { status: 409, message: 'Este documento ya se pidió de nuevo.' },
  'centerRecords.replaced': {
    status: 409,
    message: 'El centro ya subió un documento más nuevo. Revisa ese, o rechaza este.',
  },
  'centerRecords.already_lapsed': { status: 409, message: 'La fecha de vencimiento ya pasó.' },
} as const satisfies ErrorMap

const documentAbilities = z.object({ approve: z.boolean(), reject: z.boolean(), request: z.boolean() })
export type DocumentAbilities = z.output<typeof documentAbilities>

/** Whether the centre uploaded a newer document of this type. */
const isReplaced = z.boolean()

/** The registration numbers that the professionals of the centre declare, for comparison with the document. */
const registrations = z.array(z.object({ name: z.string(), number: z.string() }))

/** What an approved centre changed in the last 30 days of its name, its address and its team's names: newest first, at most five. */
const changes = z.array(
  z.object({ what: z.enum(centerChangeKinds), former: z.string(), changedTo: z.string(), changedAt: instant }),
)
export type CenterChange = z.output<typeof changes>[number]

const recordAbilities = z.object({ approve: z.boolean(), revoke: z.boolean() })
export type RecordAbilities = z.output<typeof recordAbilities>

export const centerRecord = z.object({
  id,
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  complianceStatus: z.enum(['pending', 'compliant', 'non_compliant']),
  approvedAt: instant.nullable(),
  pinPrecision: z.enum(pinPrecisions),
  changes,
  /** See `seenTarget`. */
  lastActionId: id.nullable(),
  publication,
  /** Newest first. */
  documents: z.array(
    complianceCheck.extend({
      lapsesSoon: z.boolean(),
      isReplaced,
      lastActionId: id.nullable(),
      registrations,
      can: documentAbilities,
    }),
  ),
  /** On the centre and on the account that directs it, newest first, at most 50. */
  actions: z.array(recordedAction),
  can: recordAbilities,
})
export type CenterRecord = z.output<typeof centerRecord>

export const centerRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** verified: verified and compliant. non_compliant: verified, but not compliant. pending: not verified. */
  status: z.enum(recordStatuses),
  isApproved: z.boolean(),
  pinPrecision: z.enum(pinPrecisions),
  changes,
  pendingDocuments: z.number().int(),
  /** Of the appointments of the last 90 days that patients booked and that are over: how many the desk marked as no-shows. */
  noShows: z.object({ missed: z.number().int(), closed: z.number().int() }),
  /** Of the completed ones among them: those of which the desk recorded that it gave money back. Each lowers the commission. */
  deskRefunds: z.object({ refunded: z.number().int(), completed: z.number().int() }),
  createdAt: instant,
  /** See `seenTarget`. */
  lastActionId: id.nullable(),
  can: recordAbilities,
})
export type CenterRow = z.output<typeof centerRow>

export const documentRow = complianceCheck.extend({
  centerId: id,
  centerName: z.string(),
  /** The document is approved, and lapses within 30 days. */
  lapsesSoon: z.boolean(),
  isReplaced,
  lastActionId: id.nullable(),
  registrations,
  can: documentAbilities,
})
export type DocumentRow = z.output<typeof documentRow>

const targetsOf = (rows: 'centros' | 'documentos') =>
  z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} ${rows} a la vez`)
const centers = { targets: targetsOf('centros'), reason: actionReason }
const documents = { targets: targetsOf('documentos'), reason: actionReason }

const partOfName = typedText({ max: 100 })
  .refine((text) => text === '' || text.length >= minSearchLength, `Escribe al menos ${minSearchLength} letras`)
  .optional()

const actionRoute = (input: { path: `/staff/${string}`; summary: string }) =>
  route({ method: 'POST', access: staffRoles, changes: ['centerRecords'], tags: ['Administración'], ...input })

export const centerRecords = {
  list: route({
    method: 'GET',
    path: '/staff/centers',
    access: staffRoles,
    summary: 'Los centros, los más nuevos primero si no se pide otro orden',
    tags: ['Administración'],
  })
    .input(
      z.object({
        text: partOfName,
        status: z.enum(recordStatuses).optional(),
        order: z.enum(recordOrders).optional(),
        /** Centres of exactly this name come first, on a list without further pages. */
        exactFirst: z.literal('true').optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(centerRow)),

  listDocuments: route({
    method: 'GET',
    path: '/staff/documents',
    access: staffRoles,
    summary: 'Los documentos de una lista, los más viejos primero si no se pide otro orden',
    tags: ['Administración'],
  })
    .input(
      z.object({
        list: z.enum(documentLists),
        text: partOfName,
        type: checkType.optional(),
        order: z.enum(documentOrders).optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(documentRow)),

  get: route({
    method: 'GET',
    path: '/staff/centers/{centerId}',
    access: staffRoles,
    summary: 'Un centro, con sus documentos, lo que le falta y sus medidas',
    tags: ['Administración'],
  })
    .input(z.object({ centerId: id }))
    .output(centerRecord)
    .errors(pickErrors(centerErrors, 'centers.not_found')),

  preview: route({
    method: 'GET',
    path: '/staff/centers/{centerId}/preview',
    access: staffRoles,
    summary: 'La página pública de un centro, también antes de que se publique',
    tags: ['Administración'],
  })
    .input(z.object({ centerId: id }))
    .output(centerProfile)
    .errors(pickErrors(centerErrors, 'centers.not_found')),

  approve: actionRoute({ path: '/staff/centers/approve', summary: 'Aprueba centros' })
    .input(z.object(centers))
    .output(actionOutcomes),

  revoke: actionRoute({ path: '/staff/centers/revoke', summary: 'Retira la aprobación de centros' })
    .input(z.object(centers))
    .output(actionOutcomes),

  approveDocuments: actionRoute({ path: '/staff/documents/approve', summary: 'Aprueba documentos' })
    .input(z.object({ ...documents, expiryDate: day.nullable() }))
    .output(actionOutcomes),

  requestDocuments: actionRoute({
    path: '/staff/documents/request',
    summary: 'Pide documentos de nuevo, sin cambiar su estado',
  })
    .input(z.object(documents))
    .output(actionOutcomes),

  rejectDocuments: actionRoute({ path: '/staff/documents/reject', summary: 'Rechaza documentos' })
    .input(z.object(documents))
    .output(actionOutcomes),
}
