import { z } from 'zod'

import { ownerErrors } from './centers.ts'
import { clinicalRecords } from './clinical-record-routes.ts'
import { clinicalRecordErrors } from './clinical-records.ts'
import { commissionErrors, commissions } from './commissions.ts'
import { compliance, complianceErrors } from './compliance.ts'
import { contacts } from './contacts.ts'
import { dataExportErrors, dataExports } from './data-exports.ts'
import { pickErrors } from './errors.ts'
import { invoicing, invoicingErrors } from './invoicing.ts'
import { moderation } from './moderation.ts'
import { inWords } from './numbers-in-words.ts'
import { payments } from './payments.ts'
import { route } from './route.ts'
import { deskErrors, tillErrors, tills } from './tills.ts'
import { instant } from './values.ts'

/** The routes whose file a browser saves from an address of its own. */
export const fileRoutes = {
  'clinicalRecords.export': clinicalRecords.export,
  'commissions.csv': commissions.csv,
  'compliance.file': compliance.file,
  'contacts.csv': contacts.csv,
  'dataExports.download': dataExports.download,
  'invoicing.documents': invoicing.documents,
  'moderation.csv': moderation.csv,
  'payments.revenueCsv': payments.revenueCsv,
  'payments.statementCsv': payments.statementCsv,
  'payments.statementPdf': payments.statementPdf,
  'tills.closingCsv': tills.closingCsv,
} as const
type FileRoutes = typeof fileRoutes

type InputOf<Name extends keyof FileRoutes> = NonNullable<FileRoutes[Name]['~orpc']['inputSchema']>

function fileOf<Name extends keyof FileRoutes>(name: Name) {
  return z.object({ route: z.literal(name), input: fileRoutes[name]['~orpc'].inputSchema as InputOf<Name> })
}

export const fileRequest = z.discriminatedUnion('route', [
  fileOf('clinicalRecords.export'),
  fileOf('commissions.csv'),
  fileOf('compliance.file'),
  fileOf('contacts.csv'),
  fileOf('dataExports.download'),
  fileOf('invoicing.documents'),
  fileOf('moderation.csv'),
  fileOf('payments.revenueCsv'),
  fileOf('payments.statementCsv'),
  fileOf('payments.statementPdf'),
  fileOf('tills.closingCsv'),
])
export type FileRequest = z.output<typeof fileRequest>

/** Addresses that a browser opens without the session's token. */
/** Enough for a slow phone, and for a browser inside another app to pass the address on. */
export const downloadMinutes = 10

export const downloads = {
  create: route({
    method: 'POST',
    path: '/me/downloads',
    access: 'signedIn',
    changes: [],
    summary: `Pide una dirección que sirve un archivo durante ${inWords(downloadMinutes)} minutos`,
    description:
      'La dirección no necesita sesión, pero deja de servir el archivo cuando la sesión que la pidió termina o pierde el permiso.',
    tags: ['Descargas'],
  })
    .input(fileRequest)
    .output(z.object({ url: z.url(), expiresAt: instant }))
    .errors({
      ...ownerErrors,
      ...deskErrors,
      ...pickErrors(clinicalRecordErrors, 'clinical_records.not_found'),
      ...pickErrors(commissionErrors, 'commissions.exporting'),
      ...pickErrors(complianceErrors, 'compliance.not_found'),
      ...pickErrors(dataExportErrors, 'data_exports.not_found'),
      ...pickErrors(invoicingErrors, 'invoicing.no_tax_data'),
      ...pickErrors(tillErrors, 'tills.closing_not_found'),
    }),
}
