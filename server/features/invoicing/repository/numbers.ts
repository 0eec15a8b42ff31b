import { sql } from 'kysely'
import type { DocumentNumber, DocumentState } from '#contract/fiscal-documents.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }
/** What the provider gave a document; null: nothing yet. */
export type Recorded = { series: string | null; providerNumber: number | null; state: DocumentState | null }
type Row = Recorded & { internalId: string; typeCode: number }
type Named = DocumentNumber & { internalId: string }

export const keyOfNumber = ({ typeCode, series, providerNumber }: Omit<Row, 'internalId' | 'state'>) =>
  `${typeCode} ${series} ${providerNumber}`

/** The documents that the answers name, and the documents that have the numbers of the answers already, by keyOfNumber(). */
export async function readFor(tx: Tx, { centerId, answers }: OfCenter & { answers: readonly Named[] }) {
  const ids = answers.map(({ internalId }) => internalId)
  const numbers = answers.map(({ providerNumber }) => providerNumber)
  const { rows } = await sql<Row>`
    select internal_id as "internalId", type_code as "typeCode", series, provider_number as "providerNumber", state
    from fiscal_documents where center_id = ${centerId}
      and (internal_id = any(${ids}) or provider_number = any(${numbers}::integer[]))`.execute(tx)
  const documents = new Map(rows.map((row) => [row.internalId, row]))
  const owners = new Map(rows.filter(({ series }) => series !== null).map((row) => [keyOfNumber(row), row.internalId]))
  return { documents, owners }
}

/** What is recorded already is not written again. */
export async function setNumbers(
  tx: Tx,
  { centerId, answers, now }: OfCenter & { answers: readonly Named[]; now: Date },
): Promise<void> {
  await sql`
    update fiscal_documents set series = given.series, provider_number = given."providerNumber", state = given.state, recorded_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as given("internalId" text, series text, "providerNumber" integer, state text)
    where center_id = ${centerId} and internal_id = given."internalId"
      and (fiscal_documents.series, provider_number, fiscal_documents.state)
        is distinct from (given.series, given."providerNumber", given.state)`.execute(tx)
}
