import type { CenterTaxData, Receiver } from '#contract/tax-data.ts'
import { csvHead, csvLines } from '#server/platform/csv.ts'
import type { FiscalDocument } from './documents.ts'

/** A document with who issues and who receives it, and the number that the provider gave it. */
export type WrittenDocument = Pick<
  FiscalDocument,
  | ('internalId' | 'kind' | 'typeCode' | 'day' | 'visitDay' | 'item' | 'isPaid' | 'refersTo')
  | ('lacksReceiver' | 'receiverCheckoutId')
  | ('unitPriceCents' | 'discountCents' | 'totalCents' | 'vatPercent' | 'netCents' | 'vatCents')
> & { issuer: CenterTaxData; receiver: Receiver | null; corrected: CorrectedDocument | null } & Numbered

type Numbered = { series: string | null; providerNumber: number | null }
/** What a note says of the document that it corrects; `day`: YYYY-MM-DD. */
export type CorrectedDocument = Numbered & { day: string }

/** A month's documents of one centre. */
export type Batch = { month: string; documents: readonly WrittenDocument[] }

/**
 * The port to what issues the documents: a program of the centre, its accountant, or a provider's service. The first adapters write
 * files with the names of the DGI's schema.
 */
export type DocumentWriter = (batch: Batch) => { fileName: string; type: string; text: string }

const pesos = (cents: number) => cents / 100
const indFact = { 0: 1, 10: 2, 22: 3 } as const
const notBillable = 6
/** Fields of the schema with a Spanish word in their name. */
const names = {
  payment: 'FmaPago',
  city: 'Ciudad',
  receiverCity: 'CiudadRecep',
  unitPrice: 'PrecioUnitario',
  correctedDay: 'FechaCFEref',
} as const

/** One document in the blocks of the schema. What a document does not have is null. */
export function blocksOf(document: WrittenDocument) {
  const { issuer, kind, totalCents, netCents, vatCents, vatPercent, receiver, refersTo, corrected, visitDay } = document
  const isCollection = kind === 'collection' || kind === 'collectionReturn'
  const isRate = (percent: number) => !isCollection && vatPercent === percent
  const netOf = (percent: number) => pesos(isRate(percent) ? netCents : 0)
  const vatOf = (percent: number) => pesos(isRate(percent) ? vatCents : 0)
  return {
    IdDoc: {
      TipoCFE: document.typeCode,
      Serie: document.series,
      Nro: document.providerNumber,
      NroInterno: document.internalId,
      FchEmis: document.day,
      PeriodoDesde: visitDay,
      PeriodoHasta: visitDay,
      MntBruto: 1,
      [names.payment]: document.isPaid ? 1 : 2,
      // Professional secrecy: the lines are not for the DGI.
      SecProf: 1,
      IndCobPropia: isCollection ? 1 : null,
    },
    Emisor: {
      RUCEmisor: issuer.rut,
      RznSoc: issuer.legalName,
      CdgDGISucur: issuer.branchCode,
      DomFiscal: issuer.address,
      [names.city]: issuer.city,
      Departamento: issuer.department,
    },
    Receptor: {
      TipoDocRecep: receiver && (receiver.kind === 'rut' ? 2 : 3),
      CodPaisRecep: receiver && 'UY',
      DocRecep: receiver?.number ?? null,
      RznSocRecep: receiver?.name ?? null,
      DirRecep: receiver?.address || null,
      [names.receiverCity]: receiver?.city || null,
      DeptoRecep: receiver?.department || null,
      // Also of a document whose receiver deleted their account.
      FaltaReceptor: document.lacksReceiver || (receiver === null && document.receiverCheckoutId !== null) ? 1 : null,
    },
    Totales: {
      TpoMoneda: 'UYU',
      MntNoGrv: netOf(0),
      MntNetoIvaTasaMin: netOf(10),
      MntNetoIVATasaBasica: netOf(22),
      IVATasaMin: 10,
      IVATasaBasica: 22,
      MntIVATasaMin: vatOf(10),
      MntIVATasaBasica: vatOf(22),
      MntTotal: pesos(isCollection ? 0 : totalCents),
      MontoNF: pesos(isCollection ? totalCents : 0),
      MntPagar: pesos(totalCents),
      CantLinDet: 1,
    },
    Item: {
      NroLinDet: 1,
      IndFact: isCollection || vatPercent === null ? notBillable : indFact[vatPercent],
      NomItem: document.item,
      Cantidad: 1,
      UniMed: 'N/A',
      [names.unitPrice]: pesos(document.unitPriceCents),
      DescuentoMonto: pesos(document.discountCents),
      MontoItem: pesos(totalCents),
    },
    Referencia: {
      TpoDocRef: refersTo && (document.typeCode > 110 ? 111 : 101),
      SerieRef: corrected?.series ?? null,
      NroCFERef: corrected?.providerNumber ?? null,
      [names.correctedDay]: corrected?.day ?? null,
      NroInternoRef: refersTo,
      RazonRef: refersTo && (kind === 'debitNote' ? 'Corrección' : 'Devolución'),
    },
  }
}

export const documentWriters = {
  csv({ month, documents }) {
    const rows = documents.map((document) => flat(blocksOf(document)))
    const columns = Object.keys(flat(blocksOf(sample)))
    const lines = rows.map((row) => columns.map((column) => cell(column, row[column])))
    return { fileName: fileOf(month, 'csv'), type: 'text/csv;charset=utf-8', text: csvHead(columns) + csvLines(lines) }
  },
  json({ month, documents }) {
    const text = JSON.stringify(documents.map(blocksOf), null, 2)
    return { fileName: fileOf(month, 'json'), type: 'application/json', text }
  },
} satisfies Record<string, DocumentWriter>

type Value = string | number | null
const flat = (blocks: Record<string, Record<string, Value>>): Record<string, Value> =>
  Object.assign({}, ...Object.values(blocks))

/** Amounts have a decimal comma, as a spreadsheet in Spanish reads them. */
function cell(column: string, value: Value | undefined): string {
  if (value === null || value === undefined) return ''
  const isAmount = typeof value === 'number' && /^(?:Mnt|Monto|Precio|Descuento)/.test(column) && column !== 'MntBruto'
  return isAmount ? value.toFixed(2).replace('.', ',') : String(value)
}

const fileOf = (month: string, format: string) => `documentos-fiscales-${month.slice(0, 7)}.${format}`

/** Only its names are used: a month without documents has the header, too. */
const sample: WrittenDocument = {
  issuer: { rut: '', legalName: '', address: '', city: '', department: '', branchCode: 1 },
  ...{ series: null, providerNumber: null, corrected: null },
  ...{
    internalId: '',
    kind: 'sale',
    typeCode: 101,
    day: '',
    visitDay: null,
    item: '',
    isPaid: true,
    receiver: null,
    refersTo: null,
  },
  ...{
    unitPriceCents: 0,
    discountCents: 0,
    totalCents: 0,
    vatPercent: 0,
    netCents: 0,
    vatCents: 0,
    lacksReceiver: false,
    receiverCheckoutId: null,
  },
}
