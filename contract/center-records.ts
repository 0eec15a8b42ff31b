import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { centerErrors } from './centers.ts'
import { complianceCheck } from './compliance.ts'
import { pickErrors } from './errors.ts'
import { maxTargets, measure, measureOutcomes, measureReason, seenTarget } from './moderation.ts'
import { publication } from './publication.ts'
import { checkStatuses, recordStatuses } from './record-statuses.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { minSearchLength } from './users.ts'
import { cursorInput, day, id, instant, pageOf, typedText } from './values.ts'

export const centerRecordErrors = {
  'centerRecords.owner_blocked': {
    status: 409,
    message: 'La cuenta que dirige este centro no está activa. Actívala antes de aprobarlo.',
  },
  'centerRecords.not_approved': { status: 409, message: 'Este centro no está aprobado.' },
  'centerRecords.reviewed': { status: 409, message: 'Este documento ya fue revisado.' },
  'centerRecords.already_lapsed': { status: 409, message: 'La fecha de vencimiento ya pasó.' },
} as const satisfies ErrorMap

/** A centre, as staff see it. */
export const centerRecord = z.object({
  id,
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  complianceStatus: z.enum(['pending', 'compliant', 'non_compliant']),
  approvedAt: instant.nullable(),
  /** See `seenTarget`. */
  lastMeasureId: id.nullable(),
  publication,
  /** Newest first. */
  documents: z.array(complianceCheck.extend({ lastMeasureId: id.nullable(), can: z.object({ review: z.boolean() }) })),
  /** Newest first, at most 50. */
  measures: z.array(measure),
  can: z.object({ approve: z.boolean(), revoke: z.boolean() }),
})
export type CenterRecord = z.output<typeof centerRecord>

/** A centre in staff's list. */
export const centerRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** verified: verified and compliant. non_compliant: verified, but not compliant. pending: not verified. */
  status: z.enum(recordStatuses),
  isApproved: z.boolean(),
  /** Uploaded documents that wait for a review. */
  pendingDocuments: z.number().int(),
  createdAt: instant,
})
export type CenterRow = z.output<typeof centerRow>

/** An uploaded document in staff's list. */
export const documentRow = complianceCheck.extend({
  centerId: id,
  centerName: z.string(),
  /** Approved, and lapses within 30 days. */
  lapsesSoon: z.boolean(),
  lastMeasureId: id.nullable(),
  can: z.object({ review: z.boolean() }),
})
export type DocumentRow = z.output<typeof documentRow>

const targets = z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} filas a la vez`)

const measureRoute = (input: { path: `/staff/${string}`; summary: string }) =>
  route({ method: 'POST', access: staffRoles, tags: ['Administración'], ...input })

export const centerRecords = {
  list: route({
    method: 'GET',
    path: '/staff/centers',
    access: staffRoles,
    summary: 'Los centros, los más nuevos primero',
    tags: ['Administración'],
  })
    .input(
      z.object({
        /** A part of the name. */
        text: typedText({ max: 100 })
          .refine((text) => text === '' || text.length >= minSearchLength, `Escribe al menos ${minSearchLength} letras`)
          .optional(),
        status: z.enum(recordStatuses).optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(centerRow)),

  listDocuments: route({
    method: 'GET',
    path: '/staff/documents',
    access: staffRoles,
    summary: 'Los documentos de un estado, los más viejos primero',
    tags: ['Administración'],
  })
    .input(z.object({ status: z.enum(checkStatuses), ...cursorInput }))
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

  approve: measureRoute({ path: '/staff/centers/approve', summary: 'Aprueba centros' })
    .input(z.object({ targets, reason: measureReason }))
    .output(measureOutcomes),

  revoke: measureRoute({ path: '/staff/centers/revoke', summary: 'Retira la aprobación de centros' })
    .input(z.object({ targets, reason: measureReason }))
    .output(measureOutcomes),

  approveDocuments: measureRoute({ path: '/staff/documents/approve', summary: 'Aprueba documentos' })
    .input(z.object({ targets, expiryDate: day.nullable(), reason: measureReason }))
    .output(measureOutcomes),

  rejectDocuments: measureRoute({ path: '/staff/documents/reject', summary: 'Rechaza documentos' })
    .input(z.object({ targets, reason: measureReason }))
    .output(measureOutcomes),
}
