import { documentKindNames, documentStateNames } from '#contract/fiscal-documents.ts'
import type { TaxDocumentKind } from '#contract/tax-data.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listOfDays } from './repository/documents.ts'
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

/** Days as contract/values.ts bounds them. */
const always = { from: '1900-01-01', to: '2199-12-31' }
const pesos = (cents: number) => ({ cents, currency: 'UYU' })

/** What the documents of the user's centre say, with the numbers that its provider gave them. */
export const fiscalDocuments = dataExportPart({
  name: 'fiscalDocuments',
  title: 'Documentos fiscales de tu centro',
  layout: 'tables',
  fields: {
    day: { label: 'Fecha', as: 'day' },
    kind: { label: 'Tipo', as: documentKindNames },
    typeCode: { label: 'Tipo según la DGI' },
    series: { label: 'Serie' },
    providerNumber: { label: 'Número' },
    state: { label: 'Estado', as: documentStateNames },
    visitDay: { label: 'Día de la consulta', as: 'day' },
    item: { label: 'Concepto' },
    price: { label: 'Precio', as: 'money' },
    discount: { label: 'Descuento', as: 'money' },
    total: { label: 'Total', as: 'money' },
    vatPercent: { label: 'IVA (%)' },
    net: { label: 'Sin IVA', as: 'money' },
    vat: { label: 'IVA', as: 'money' },
    isPaid: { label: 'Pagado', as: 'yesNo' },
    receiverName: { label: 'A nombre de' },
    receiverNumber: { label: 'Cédula o RUT' },
    issuerRut: { label: 'RUT del centro' },
    internalId: { label: 'Número interno' },
    refersTo: { label: 'Corrige a' },
    createdAt: { label: 'Preparado', as: 'instant' },
  },
  async read(db, { userId }) {
    const documents = await listOfDays(db, { centerId: userId, ...always })
    return documents.map(({ day, kind, typeCode, series, providerNumber, state, visitDay, item, ...rest }) => ({
      ...{ day, kind, typeCode, series, providerNumber, state, visitDay, item },
      price: pesos(rest.unitPriceCents),
      discount: pesos(rest.discountCents),
      total: pesos(rest.totalCents),
      vatPercent: rest.vatPercent,
      net: pesos(rest.netCents),
      vat: pesos(rest.vatCents),
      isPaid: rest.isPaid,
      receiverName: rest.receiver?.name ?? null,
      receiverNumber: rest.receiver?.number ?? null,
      issuerRut: rest.issuer.rut,
      internalId: rest.internalId,
      refersTo: rest.refersTo,
      createdAt: rest.createdAt,
    }))
  },
})
