import type { TaxDocumentKind } from '#contract/tax-data.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/tax-data.ts'

export const taxData = dataExportPart({
  name: 'taxData',
  title: 'Datos para los comprobantes',
  layout: 'tables',
  fields: {
    documentKind: {
      label: 'Documento',
      as: { ci: 'Cédula', rut: 'RUT' } satisfies Record<TaxDocumentKind, string>,
    },
    documentNumber: { label: 'Número' },
    name: { label: 'Nombre o razón social' },
    address: { label: 'Domicilio fiscal' },
    city: { label: 'Ciudad' },
    department: { label: 'Departamento' },
  },
  async read(db, { userId }) {
    const data = await repository.findOfUser(db, { userId })
    if (!data) return null
    const { kind: documentKind, number: documentNumber, ...same } = data
    return { documentKind, documentNumber, ...same }
  },
})

/** Who issued the documents of the user's centre, with the earlier versions. */
export const centerTaxData = dataExportPart({
  name: 'centerTaxData',
  title: 'Datos fiscales del centro',
  layout: 'tables',
  fields: {
    changedAt: { label: 'Desde', as: 'instant' },
    rut: { label: 'RUT' },
    legalName: { label: 'Razón social' },
    address: { label: 'Domicilio fiscal' },
    city: { label: 'Ciudad' },
    department: { label: 'Departamento' },
    branchCode: { label: 'Sucursal' },
    revision: { label: 'Versión' },
  },
  read: (db, { userId }) => repository.listOfCenter(db, { centerId: userId }),
})
