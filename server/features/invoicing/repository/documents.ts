import { sql } from 'kysely'
import type { DocumentState } from '#contract/fiscal-documents.ts'
import type { CenterTaxData, Receiver } from '#contract/tax-data.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { CorrectedDocument } from '../rules/document-files.ts'
import type { FiscalDocument, StoredDocument } from '../rules/documents.ts'

type OfCenter = { centerId: string }
type Source = Pick<FiscalDocument, 'source' | 'sourceId'>
export type ShownDocument = Omit<WholeDocument, 'issuer' | 'receiver' | 'corrected'>

/** What a document says, and what was answered for it. */
export type WholeDocument = StoredDocument & {
  issuer: CenterTaxData
  receiver: Receiver | null
  /** Of a note: the document that it corrects. */
  corrected: CorrectedDocument | null
  /** What the provider gave it. */
  series: string | null
  providerNumber: number | null
  state: DocumentState | null
}

const columns = sql`internal_id as "internalId", source, source_id as "sourceId", fiscal_documents.number, kind,
  type_code as "typeCode", refers_to as "refersTo", to_char(fiscal_documents.day, 'YYYY-MM-DD') as day, to_char(visit_day, 'YYYY-MM-DD') as "visitDay",
  item, unit_price as "unitPriceCents", discount as "discountCents", total as "totalCents",
  fiscal_documents.vat_percent as "vatPercent", net_amount as "netCents", vat_amount as "vatCents", is_paid as "isPaid",
  receiver_checkout_id as "receiverCheckoutId", lacks_receiver as "lacksReceiver", fiscal_documents.created_at as "createdAt"`

const answered = sql`series, provider_number as "providerNumber", state`

/** The documents of the movements, by their source and its id, each in the order of their numbers. */
export async function listOfSources(
  tx: Tx,
  { centerId, movements }: OfCenter & { movements: readonly Source[] },
): Promise<Map<string, StoredDocument[]>> {
  const sources = movements.map(({ source }) => source)
  const ids = movements.map(({ sourceId }) => sourceId)
  const { rows } = await sql<StoredDocument>`select ${columns} from fiscal_documents
    where center_id = ${centerId} and (source, source_id) in (select * from unnest(${sources}::text[], ${ids}::text[]))
    order by fiscal_documents.number`.execute(tx)
  return Map.groupBy(rows, keyOfSource)
}

export const keyOfSource = ({ source, sourceId }: Source) => `${source}:${sourceId}`

type Days = OfCenter & { from: string; to: string }
/** `after`: the internal id of the last document of the page before. */
type Page = Days & { after: string | undefined; limit: number }

/** The documents of the days, both included, by day. */
export async function listOfDays(db: Db | Tx, { centerId, from, to }: Days): Promise<WholeDocument[]> {
  const { rows } = await sql<WholeDocument>`
    select ${columns}, ${answered}, receiver,
      json_build_object('rut', rut, 'legalName', legal_name, 'address', address, 'city', city, 'department', department,
        'branchCode', branch_code) as issuer,
      (select json_build_object('series', series, 'providerNumber', provider_number, 'day', day) from fiscal_documents as first
        where first.center_id = fiscal_documents.center_id and first.internal_id = fiscal_documents.refers_to) as corrected
    from fiscal_documents
    join center_tax_data on center_tax_data.center_id = fiscal_documents.center_id and revision = issuer_revision
    left join checkouts on checkouts.id = receiver_checkout_id
    where fiscal_documents.center_id = ${centerId} and day between ${from} and ${to}
    order by fiscal_documents.day, internal_id`.execute(db)
  return rows
}

/** A page of the documents of the days, as a list shows them: without who issues and who receives them. */
export async function listShown(db: Db, { centerId, from, to, after, limit }: Page): Promise<ShownDocument[]> {
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(day, internal_id) > (select last.day, last.internal_id from fiscal_documents as last
          where last.center_id = ${centerId} and last.internal_id = ${after})`
  const { rows } = await sql<ShownDocument>`select ${columns}, ${answered} from fiscal_documents
    where center_id = ${centerId} and day between ${from} and ${to} and ${isAfter}
    order by fiscal_documents.day, internal_id limit ${limit}`.execute(db)
  return rows
}

/** One document, as the list shows it. */
export async function findDocument(
  db: Db,
  { centerId, internalId }: OfCenter & { internalId: string },
): Promise<ShownDocument | undefined> {
  const { rows } = await sql<ShownDocument>`select ${columns}, ${answered} from fiscal_documents
    where center_id = ${centerId} and internal_id = ${internalId}`.execute(db)
  return rows[0]
}

const rowsPerStatement = 1000

export async function insertDocuments(
  tx: Tx,
  {
    centerId,
    revision,
    documents,
    now,
  }: OfCenter & { revision: number; documents: readonly FiscalDocument[]; now: Date },
): Promise<void> {
  for (let start = 0; start < documents.length; start += rowsPerStatement) {
    const rows = documents.slice(start, start + rowsPerStatement).map((document) => ({
      center_id: centerId,
      internal_id: document.internalId,
      source: document.source,
      source_id: document.sourceId,
      number: document.number,
      kind: document.kind,
      type_code: document.typeCode,
      refers_to: document.refersTo,
      day: document.day,
      visit_day: document.visitDay,
      item: document.item,
      unit_price: document.unitPriceCents,
      discount: document.discountCents,
      total: document.totalCents,
      vat_percent: document.vatPercent,
      net_amount: document.netCents,
      vat_amount: document.vatCents,
      is_paid: document.isPaid,
      receiver_checkout_id: document.receiverCheckoutId,
      lacks_receiver: document.lacksReceiver,
      issuer_revision: revision,
      created_at: now,
    }))
    await tx.insertInto('fiscal_documents').values(rows).execute()
  }
}
