import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { checkType } from './check-types.ts'
import { pickErrors } from './errors.ts'
import { document, documentErrors } from './files.ts'
import { route } from './route.ts'
import { day, id, instant } from './values.ts'

/** How many days before the last day of a document its centre gets a mail. */
export const expiryWarnings = [30, 7, 1] as const
/** How many days before the last day of a document every screen warns of it. */
export const expiryWarningDays = 30

export const complianceErrors = {
  'compliance.not_found': { status: 404, message: 'No encontramos ese documento.' },
} as const satisfies ErrorMap

export const complianceCheck = z.object({
  id,
  type: checkType,
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  expiryDate: day.nullable(),
  /** Staff's comment on the document. */
  notes: z.string(),
  /** The uploaded file's name; null before an upload. */
  fileName: z.string().nullable(),
  /** Why staff have requested another document in place of this one; null without a request. */
  requestReason: z.string().nullable(),
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
    .output(
      z.object({
        items: z.array(complianceCheck),
        /** The median of the reviews of the last 90 days, of all centres, in hours; null when there were fewer than ten. */
        usualReviewHours: z.number().int().nullable(),
      }),
    )
    .errors(ownerErrors),
  upload: route({
    method: 'POST',
    path: '/centers/{centerId}/documents',
    access: 'signedIn',
    changes: ['compliance', 'practice'],
    summary: 'Sube un documento, que reemplaza al anterior cuando se apruebe',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        centerId: id,
        type: checkType,
        /** YYYY-MM-DD; empty for a document that doesn't lapse. */
        expiryDate: z.union([z.literal(''), day]),
        file: document,
      }),
    )
    .output(complianceCheck)
    .errors({ ...ownerErrors, ...documentErrors }),
  file: route({
    method: 'GET',
    path: '/centers/{centerId}/documents/{checkId}/file',
    access: 'signedIn',
    summary: 'El documento mismo, para quien dirige el centro y para nuestro equipo',
    tags,
  })
    .input(z.object({ centerId: id, checkId: id }))
    .output(z.file())
    .errors({ ...ownerErrors, ...pickErrors(complianceErrors, 'compliance.not_found') }),
}
