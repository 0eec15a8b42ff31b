import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import {
  documentNumber,
  documentsOfMonth,
  documentsPage,
  fiscalDocument,
  internalId,
  numbersText,
  recordedNumbers,
} from './fiscal-documents.ts'
import { route } from './route.ts'
import { centerTaxData, patientTaxData, receiver } from './tax-data.ts'
import { firstOfMonth, id, instant, version } from './values.ts'

export const invoicingErrors = {
  'invoicing.no_tax_data': {
    status: 409,
    message: 'Primero escribe los datos fiscales del centro: van en cada documento.',
  },
  'invoicing.no_document': { status: 404, message: 'No encontramos ese documento.' },
  'invoicing.number_taken': { status: 409, message: 'Otro documento del mismo tipo ya tiene ese número.' },
} as const satisfies ErrorMap

const centerData = z.object({
  rut: z.string(),
  legalName: z.string(),
  address: z.string(),
  city: z.string(),
  department: z.string(),
  branchCode: z.number().int(),
})

/** `data`: null until the owner writes them. `earlier`: what the owner wrote before, newest first. */
export const ownCenterTaxData = z.object({
  version,
  data: centerData.nullable(),
  changedAt: instant.nullable(),
  earlier: z.array(centerData.extend({ changedAt: instant })),
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
  listDocuments: route({
    method: 'GET',
    path: '/centers/{centerId}/fiscal-documents/{month}',
    access: 'signedIn',
    summary: 'Los documentos ya preparados de un mes, con su número y su estado',
    tags,
  })
    .input(documentsOfMonth)
    .output(documentsPage)
    .errors(ownerErrors),
  recordNumber: route({
    method: 'PUT',
    path: '/centers/{centerId}/fiscal-numbers/{internalId}',
    access: 'signedIn',
    changes: ['invoicing.listDocuments'],
    summary: 'Anota el número que el proveedor le dio a un documento',
    tags,
  })
    .input(documentNumber.extend({ centerId: id, internalId, version }))
    .output(fiscalDocument)
    .errors({ ...ownerErrors, ...pickErrors(invoicingErrors, 'invoicing.no_document', 'invoicing.number_taken') }),
  recordNumbers: route({
    method: 'POST',
    path: '/centers/{centerId}/fiscal-numbers',
    access: 'signedIn',
    changes: ['invoicing.listDocuments'],
    summary: 'Anota los números de un archivo del proveedor',
    description:
      'Cada línea: número interno;serie;número;estado. Se anotan las líneas correctas, y se dice qué tienen las otras.',
    tags,
  })
    .input(z.object({ centerId: id, content: numbersText }))
    .output(recordedNumbers)
    .errors(ownerErrors),
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
