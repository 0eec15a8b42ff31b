import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { centerTaxData, patientTaxData, receiver } from './tax-data.ts'
import { firstOfMonth, id, instant, version } from './values.ts'

export const invoicingErrors = {
  'invoicing.no_tax_data': {
    status: 409,
    message: 'Primero escribe los datos fiscales del centro: van en cada documento.',
  },
} as const satisfies ErrorMap

/** `data`: null until the owner writes them. */
export const ownCenterTaxData = z.object({
  version,
  data: z
    .object({
      rut: z.string(),
      legalName: z.string(),
      address: z.string(),
      city: z.string(),
      department: z.string(),
      branchCode: z.number().int(),
    })
    .nullable(),
  changedAt: instant.nullable(),
})
export type OwnCenterTaxData = z.output<typeof ownCenterTaxData>

export const ownTaxData = z.object({ version, data: receiver.nullable() })
export type OwnTaxData = z.output<typeof ownTaxData>

const ofCenter = z.object({ centerId: id })
const tags = ['Datos fiscales']

/** The owner writes a centre's tax data, and each patient their own. */
export const invoicing = {
  center: route({
    method: 'GET',
    path: '/centers/{centerId}/tax-data',
    access: 'signedIn',
    summary: 'Los datos fiscales del centro',
    tags,
  })
    .input(ofCenter)
    .output(ownCenterTaxData)
    .errors(ownerErrors),
  updateCenter: route({
    method: 'PUT',
    path: '/centers/{centerId}/tax-data',
    access: 'signedIn',
    returns: 'invoicing.center',
    summary: 'Cambia los datos fiscales del centro',
    description: 'Los documentos ya preparados conservan los datos de entonces.',
    tags,
  })
    .input(centerTaxData.extend({ centerId: id, version }))
    .output(ownCenterTaxData)
    .errors(ownerErrors),
  documents: route({
    method: 'GET',
    path: '/centers/{centerId}/fiscal-documents/{month}/{format}',
    access: 'signedIn',
    summary: 'Los datos de los documentos de un mes, para el programa con el que el centro factura',
    description:
      'Con los nombres del esquema de la DGI: ventas, cobranzas por adelantado y devoluciones. Los importes incluyen el IVA.',
    tags,
  })
    .input(z.object({ centerId: id, month: firstOfMonth, format: z.enum(['csv', 'json']) }))
    .output(z.file())
    .errors({ ...ownerErrors, ...pickErrors(invoicingErrors, 'invoicing.no_tax_data') }),
  own: route({
    method: 'GET',
    path: '/me/tax-data',
    access: 'signedIn',
    summary: 'Los datos propios para los comprobantes',
    tags,
  }).output(ownTaxData),
  updateOwn: route({
    method: 'PUT',
    path: '/me/tax-data',
    access: 'signedIn',
    returns: 'invoicing.own',
    summary: 'Cambia los datos propios para los comprobantes',
    description: 'Los comprobantes de pagos ya hechos conservan los datos de entonces.',
    tags,
  })
    .input(patientTaxData.safeExtend({ version }))
    .output(ownTaxData),
  removeOwn: route({
    method: 'DELETE',
    path: '/me/tax-data',
    access: 'signedIn',
    returns: 'invoicing.own',
    summary: 'Quita los datos propios para los comprobantes',
    tags,
  }).output(ownTaxData),
}
