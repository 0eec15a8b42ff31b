import type { DocumentKind } from '#contract/fiscal-documents.ts'
import type { Receiver } from '#contract/tax-data.ts'
import { splitVat, type VatPercent } from '#contract/vat.ts'

/**
 * What is documented: a visit, or money that was collected before one. Amounts are integer cents of UYU. Those of a visit are parts of
 * its income (server/features/payments/rules/income.ts), which `leftCents` agrees with.
 */
export type Movement = {
  source: 'visit' | 'checkout' | 'payment'
  sourceId: string
  /** Local day, YYYY-MM-DD. */
  day: string
  /** Of its first document: its price, and what a discount took off it. */
  priceCents: number
  discountCents: number
  /** What is left of it now, without what was given back. */
  leftCents: number
  /** The last time when something was given back. */
  changedAt: Date | null
  changedDay: string | null
  /** Of what a cancelled or missed appointment still costs. */
  isRetained: boolean
  /** null: not billable. */
  vatPercent: VatPercent | null
  isPaid: boolean
  /** The receipt that names its receiver. */
  receiverCheckoutId: string | null
  receiverKind: Receiver['kind'] | null
}

/** `sale`: an e-Ticket, or an e-Factura for a RUT. `collection`: the same with «Cobranza», which is no sale. */
export type FiscalDocument = Pick<Movement, 'source' | 'sourceId' | 'receiverCheckoutId'> & {
  /** Stable: the same movement has the same number in each export. */
  internalId: string
  /** 1: the movement itself; each later change has the next one. */
  number: number
  kind: DocumentKind
  /** The type of the DGI: 101 to 103 for a consumer, 111 to 113 for a RUT. */
  typeCode: number
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
  /** The internal id of the document that a note corrects. */
  refersTo: string | null
  /** Above the threshold, the law asks for the receiver's document. */
  lacksReceiver: boolean
}

export type StoredDocument = FiscalDocument & { createdAt: Date }

/** Reads no specialty: the DGI and the provider receive the text of the item. */
const items = { visit: 'Consulta', late: 'Cancelación o inasistencia', advance: 'Cobranza por adelantado' }
const letters = { visit: 'V', checkout: 'C', payment: 'B' } as const
const signs: Record<DocumentKind, number> = {
  sale: 1,
  debitNote: 1,
  creditNote: -1,
  collection: 1,
  collectionReturn: -1,
}

type Conditions = { today: string; identifiedFromCents: number }

/** What the movement's documents don't say yet: its first document, and then one for each change of what is left of it. */
export function missingDocuments(
  movement: Movement,
  stored: readonly StoredDocument[],
  conditions: Conditions,
): FiscalDocument[] {
  const { priceCents, discountCents, leftCents } = movement
  const documents: FiscalDocument[] = [...stored]
  if (documents.length === 0 && priceCents > discountCents) documents.push(firstOf(movement, conditions))
  const first = documents[0]
  if (!first) return []
  const changeCents = leftCents - sumOf(documents)
  if (changeCents !== 0) {
    const day = changeDay(movement, stored, conditions)
    const number = documents.length + 1
    documents.push(changeOf({ movement, first, day, number, changeCents, ...conditions }))
  }
  return documents.slice(stored.length)
}

/**
 * The day of the refund that changed the amount. What was given back before the last document is no reason for another one: the change
 * is a correction of today, so that the documents of an earlier month stay.
 */
function changeDay({ day, changedAt, changedDay }: Movement, stored: readonly StoredDocument[], { today }: Conditions) {
  const last = stored.at(-1)
  if (!last) return changedDay ?? day
  return changedDay !== null && changedAt !== null && changedAt > last.createdAt ? changedDay : today
}

function firstOf(movement: Movement, { identifiedFromCents }: Conditions): FiscalDocument {
  const { source, sourceId, day, priceCents, discountCents, isRetained, vatPercent, isPaid } = movement
  const isVisit = source === 'visit'
  return {
    ...{ source, sourceId, number: 1, internalId: `${letters[source]}-${sourceId}`, refersTo: null },
    ...{ day, visitDay: isVisit ? day : null, isPaid, receiverCheckoutId: movement.receiverCheckoutId },
    kind: isVisit ? 'sale' : 'collection',
    typeCode: movement.receiverKind === 'rut' ? 111 : 101,
    item: isVisit ? (isRetained ? items.late : items.visit) : items.advance,
    lacksReceiver: movement.receiverCheckoutId === null && priceCents - discountCents >= identifiedFromCents,
    ...amountsOf({ priceCents, discountCents, vatPercent }),
  }
}

type Change = Conditions & {
  movement: Movement
  first: FiscalDocument
  day: string
  number: number
  changeCents: number
}

/** A note has the receiver, the item and the IVA of the document that it corrects. */
function changeOf({ movement, first, day, number, changeCents, identifiedFromCents }: Change): FiscalDocument {
  const isLess = changeCents < 0
  const priceCents = Math.abs(changeCents)
  const isVisit = movement.source === 'visit'
  const kind = isVisit ? (isLess ? 'creditNote' : 'debitNote') : isLess ? 'collectionReturn' : 'collection'
  return {
    ...first,
    kind,
    number,
    internalId: `${first.internalId}-${number}`,
    day,
    typeCode: first.typeCode + (isLess ? 1 : isVisit ? 2 : 0),
    isPaid: isLess || movement.isPaid,
    refersTo: kind === 'collection' ? null : first.internalId,
    lacksReceiver: first.receiverCheckoutId === null && priceCents >= identifiedFromCents,
    ...amountsOf({ priceCents, discountCents: 0, vatPercent: first.vatPercent }),
  }
}

type Amounts = Pick<Movement, 'priceCents' | 'discountCents' | 'vatPercent'>

function amountsOf({ priceCents, discountCents, vatPercent }: Amounts) {
  const totalCents = priceCents - discountCents
  const parts = splitVat({ cents: totalCents, percent: vatPercent ?? 0 })
  return { unitPriceCents: priceCents, discountCents, totalCents, vatPercent, ...parts }
}

/** What the documents say that a centre sold: sales less credit notes. Collections are no sales. */
export function soldCents(documents: readonly Pick<FiscalDocument, 'source' | 'kind' | 'totalCents'>[]): number {
  return sumOf(documents.filter(({ source }) => source === 'visit'))
}

/** What documents of one kind of movement add up to. */
export function sumOf(documents: readonly Pick<FiscalDocument, 'kind' | 'totalCents'>[]): number {
  return documents.reduce((sum, { kind, totalCents }) => sum + signs[kind] * totalCents, 0)
}
