import { sql } from 'kysely'
import { builtInBrand } from '#contract/brand.ts'
import { type OperatorWords, operatorWords } from '#contract/operator.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { firstWords } from '../rules/first-words.ts'

/** The id of the only row, by which the record of staff's actions names it. */
export const wordsId = '00000000-0000-7000-8000-000000000001'

/** Undefined before the first start. */
export async function findWords(db: Db): Promise<OperatorWords | undefined> {
  const row = await db.selectFrom('operator_words').select('words').executeTakeFirst()
  return row && readStored(row.words)
}

export async function lockWords(tx: Tx): Promise<OperatorWords> {
  const row = await tx.selectFrom('operator_words').select('words').forUpdate().executeTakeFirstOrThrow()
  return readStored(row.words)
}

/** Does nothing when the operator has words already. */
export async function insertWords(db: Db | Tx, { words, now }: { words: OperatorWords; now: Date }): Promise<void> {
  await db
    .insertInto('operator_words')
    .values({ words: asJson(words), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateWords(tx: Tx, { words, now }: { words: OperatorWords; now: Date }): Promise<void> {
  await tx
    .updateTable('operator_words')
    .set({ words: asJson(words), updated_at: now })
    .execute()
}

/** A row of an older version lacks the newest fields. */
export function readStored(words: unknown): OperatorWords {
  return operatorWords.parse({ ...firstWords({ email: builtInBrand.email }), ...(words as object) })
}

// The driver would send an array in it as a PostgreSQL array.
const asJson = (words: OperatorWords) => sql<never>`${JSON.stringify(words)}::jsonb`
