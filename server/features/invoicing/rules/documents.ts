import type { Receiver } from '#contract/tax-data.ts'
import { splitVat, type VatPercent } from '#contract/vat.ts'

/**
 * What of an appointment is documented, in integer cents of UYU. `saleCents`, `refundedCents` and `retainedCents` are parts of its income
 * (server/features/payments/rules/income.ts): their sum is what the centre earned from its patient.
 */
export type BilledVisit = {
  appointmentId: string
  /** Local days, YYYY-MM-DD. */
  day: string
  refundDay: string | null
  /** Of a completed appointment: its price, and what a discount took off it. */
  priceCents: number
  discountCents: number
  refundedCents: number
  /** Of a cancelled or missed appointment. */
  retainedCents: number
  vatPercent: VatPercent
  isPaid: boolean
  receiver: Receiver | null
}

/** Money that was collected before the day of its appointment. A source of such movements is added here and in repository/movements.ts. */
export const advanceKinds = ['payment', 'package', 'direct'] as const
export type Advance = {
  kind: (typeof advanceKinds)[number]
  checkoutId: string
  day: string
  amountCents: number
  /** Given back without a visit. */
  refundedCents: number
  refundDay: string | null
  receiver: Receiver | null
}

/** `sale`: an e-Ticket, or an e-Factura for a RUT. `collection`: the same with «Cobranza», which is no sale. */
export type FiscalDocument = {
  /** Stable: the same movement has the same number in each export. */
  internalId: string
  kind: 'sale' | 'creditNote' | 'collection' | 'collectionReturn'
  /** The type of the DGI: 101 and 102 for a consumer, 111 and 112 for a RUT. */
  typeCode: 101 | 102 | 111 | 112
  day: string
  /** The day of the visit; null while there is none. */
  visitDay: string | null
  item: string
  unitPriceCents: number
  discountCents: number
  totalCents: number
  vatPercent: VatPercent | null
  netCents: number
  vatCents: number
  isPaid: boolean
  receiver: Receiver | null
  /** The internal id of the document that a note corrects. */
  refersTo: string | null
  /** Above the threshold, the law asks for the receiver's document. */
  lacksReceiver: boolean
}

type Named = Pick<
  FiscalDocument,
  'internalId' | 'kind' | 'day' | 'visitDay' | 'item' | 'isPaid' | 'receiver' | 'refersTo'
>
type Amounts = { priceCents: number; discountCents?: number; vatPercent: VatPercent | null }

/** Reads no specialty: the DGI and the provider receive the text of the item. */
const items = { visit: 'Consulta', late: 'Cancelación o inasistencia', advance: 'Cobranza por adelantado' }

export function documentsOf(
  { visits, advances }: { visits: readonly BilledVisit[]; advances: readonly Advance[] },
  { identifiedFromCents }: { identifiedFromCents: number },
): FiscalDocument[] {
  const documents = [...visits.flatMap(ofVisit), ...advances.flatMap(ofAdvance)]
  return documents
    .map((document) => ({
      ...document,
      lacksReceiver: document.receiver === null && document.totalCents >= identifiedFromCents,
    }))
    .toSorted((a, b) => (a.day + a.internalId < b.day + b.internalId ? -1 : 1))
}

type Unchecked = Omit<FiscalDocument, 'lacksReceiver'>

function ofVisit(visit: BilledVisit): Unchecked[] {
  const { appointmentId, day, vatPercent, isPaid, receiver, refundDay } = visit
  const isRetained = visit.retainedCents > 0
  const priceCents = isRetained ? visit.retainedCents : visit.priceCents
  const internalId = `V-${appointmentId}`
  const named = { day, visitDay: day, isPaid, receiver, item: isRetained ? items.late : items.visit }
  const sale = amounts(
    { ...named, kind: 'sale', internalId, refersTo: null },
    { priceCents, discountCents: isRetained ? 0 : visit.discountCents, vatPercent },
  )
  const note = amounts(
    {
      ...named,
      kind: 'creditNote',
      internalId: `D-${appointmentId}`,
      day: refundDay ?? day,
      isPaid: true,
      refersTo: internalId,
    },
    { priceCents: visit.refundedCents, vatPercent },
  )
  return [sale, note].filter(({ totalCents }) => totalCents > 0)
}

function ofAdvance({ checkoutId, day, amountCents, refundedCents, refundDay, receiver }: Advance): Unchecked[] {
  const internalId = `C-${checkoutId}`
  const named = { visitDay: null, isPaid: true, receiver, item: items.advance }
  const collection = amounts(
    { ...named, kind: 'collection', internalId, day, refersTo: null },
    { priceCents: amountCents, vatPercent: null },
  )
  const back = amounts(
    { ...named, kind: 'collectionReturn', internalId: `R-${checkoutId}`, day: refundDay ?? day, refersTo: internalId },
    { priceCents: refundedCents, vatPercent: null },
  )
  return [collection, back].filter(({ totalCents }) => totalCents > 0)
}

function amounts(named: Named, { priceCents, discountCents = 0, vatPercent }: Amounts): Unchecked {
  const totalCents = priceCents - discountCents
  const isNote = named.kind === 'creditNote' || named.kind === 'collectionReturn'
  const isOfCompany = named.receiver?.kind === 'rut'
  return {
    ...named,
    typeCode: isOfCompany ? (isNote ? 112 : 111) : isNote ? 102 : 101,
    unitPriceCents: priceCents,
    discountCents,
    totalCents,
    vatPercent,
    ...splitVat({ cents: totalCents, percent: vatPercent ?? 0 }),
  }
}

/** What the documents say that a centre sold: sales less credit notes. Collections are no sales. */
export function soldCents(documents: readonly FiscalDocument[]): number {
  const signs = { sale: 1, creditNote: -1, collection: 0, collectionReturn: 0 }
  return documents.reduce((sum, { kind, totalCents }) => sum + signs[kind] * totalCents, 0)
}
