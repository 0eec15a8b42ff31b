import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { document, fileErrors } from './center-registration.ts'
import { centerErrors } from './centers.ts'
import { route } from './route.ts'
import { day, id, instant } from './values.ts'

export const checkTypes = ['license', 'insurance', 'certification'] as const
export const checkType = z.enum(checkTypes)
export type CheckType = z.output<typeof checkType>

/** A document that is about to lapse is warned of this many days before. */
export const expiryWarningDays = 30

export const complianceErrors = {
  'centers.not_found': centerErrors['centers.not_found'],
  'centers.owner_only': centerErrors['centers.owner_only'],
  'compliance.not_found': { status: 404, message: 'No encontramos ese documento.' },
  'files.not_a_pdf': fileErrors['files.not_a_pdf'],
} as const satisfies ErrorMap

export const complianceCheck = z.object({
  id,
  type: checkType,
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  expiryDate: day.nullable(),
  /** What staff said about it. */
  notes: z.string(),
  /** As its owner called it; null while nothing was uploaded. */
  fileName: z.string().nullable(),
  checkedAt: instant.nullable(),
  createdAt: instant,
})
export type ComplianceCheck = z.output<typeof complianceCheck>

const tags = ['Documentos']

export const compliance = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/documents',
    access: 'signedIn',
    summary: 'Los documentos del centro, los más nuevos primero',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(complianceCheck) }))
    .errors({
      'centers.not_found': complianceErrors['centers.not_found'],
      'centers.owner_only': complianceErrors['centers.owner_only'],
    }),
  upload: route({
    method: 'POST',
    path: '/centers/{centerId}/documents',
    access: 'signedIn',
    summary: 'Sube un documento, que reemplaza al anterior cuando se apruebe',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        centerId: id,
        type: checkType,
        /** YYYY-MM-DD; empty when it doesn't lapse. */
        expiryDate: z.union([z.literal(''), day]),
        file: document,
      }),
    )
    .output(complianceCheck)
    .errors({
      'centers.not_found': complianceErrors['centers.not_found'],
      'centers.owner_only': complianceErrors['centers.owner_only'],
      'files.not_a_pdf': complianceErrors['files.not_a_pdf'],
    }),
  file: route({
    method: 'GET',
    path: '/centers/{centerId}/documents/{checkId}/file',
    access: 'signedIn',
    summary: 'El documento mismo, para quien dirige el centro y para el equipo de Senda',
    tags,
  })
    .input(z.object({ centerId: id, checkId: id }))
    .output(z.file())
    .errors({
      'centers.not_found': complianceErrors['centers.not_found'],
      'centers.owner_only': complianceErrors['centers.owner_only'],
      'compliance.not_found': complianceErrors['compliance.not_found'],
    }),
}
