import type { CheckType } from '#contract/check-types.ts'
import type { DocumentStatus } from '#contract/publication.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from '../repository/checks.ts'

/** The documents of the user's centre. The screen of the documents offers the files. */
export const documents = dataExportPart({
  name: 'documents',
  title: 'Documentos del centro',
  layout: 'lines',
  fields: {
    type: {
      label: 'Documento',
      as: {
        license: 'Habilitación',
        identity: 'Identidad',
        insurance: 'Seguro',
        certification: 'Certificación',
      } satisfies Record<CheckType, string>,
    },
    status: {
      label: 'Estado',
      as: { pending: 'En revisión', approved: 'Aprobado', rejected: 'Rechazado', expired: 'Vencido' } satisfies Record<
        Exclude<DocumentStatus, 'missing'>,
        string
      >,
    },
    fileName: { label: 'Archivo' },
    expiryDate: { label: 'Vence', as: 'day' },
    notes: { label: 'Observaciones' },
    requestReason: { label: 'Por qué pedimos otro' },
    checkedAt: { label: 'Revisado', as: 'instant' },
    createdAt: { label: 'Desde', as: 'instant' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await repository.listChecks(db, { centerId: userId })
    return rows.map(({ id, type, status, fileName, expiryDate, notes, requestReason, checkedAt, createdAt }) => ({
      type,
      status,
      fileName,
      expiryDate,
      notes,
      requestReason,
      checkedAt,
      createdAt,
      id,
    }))
  },
})
