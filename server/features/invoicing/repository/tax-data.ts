import { sql } from 'kysely'
import type { CenterTaxData, Receiver } from '#contract/tax-data.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }
export type CenterRevision = CenterTaxData & { revision: number; changedAt: Date }

const centerColumns = [
  'revision',
  'rut',
  'legal_name as legalName',
  'address',
  'city',
  'department',
  'branch_code as branchCode',
  'changed_at as changedAt',
] as const

/** The latest revision of a centre's tax data. */
export async function findOfCenter(db: Db | Tx, { centerId }: OfCenter): Promise<CenterRevision | undefined> {
  return db
    .selectFrom('center_tax_data')
    .where('center_id', '=', centerId)
    .orderBy('revision', 'desc')
    .limit(1)
    .select(centerColumns)
    .executeTakeFirst()
}

type Listed = OfCenter & { order?: 'asc' | 'desc'; limit?: number }

/** The revisions, by default all, oldest first. */
export async function listOfCenter(db: Db | Tx, { centerId, order = 'asc', limit }: Listed): Promise<CenterRevision[]> {
  return db
    .selectFrom('center_tax_data')
    .where('center_id', '=', centerId)
    .orderBy('revision', order)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .select(centerColumns)
    .execute()
}

export async function insertRevision(
  tx: Tx,
  { centerId, data, revision, now }: OfCenter & { data: CenterTaxData; revision: number; now: Date },
): Promise<void> {
  const { rut, legalName, address, city, department, branchCode } = data
  await tx
    .insertInto('center_tax_data')
    .values({
      center_id: centerId,
      revision,
      rut,
      legal_name: legalName,
      address,
      city,
      department,
      branch_code: branchCode,
      changed_at: now,
    })
    .execute()
}

export async function deleteOfCenter(tx: Tx, { centerId }: OfCenter): Promise<void> {
  await tx.deleteFrom('center_tax_data').where('center_id', '=', centerId).execute()
}

type OfUser = { userId: string }

export async function findOfUser(db: Db | Tx, { userId }: OfUser): Promise<Receiver | undefined> {
  return db
    .selectFrom('patient_tax_data')
    .where('user_id', '=', userId)
    .select(['document_kind as kind', 'document_number as number', 'name'])
    .select((eb) => [
      eb.fn.coalesce('address', sql.lit('')).as('address'),
      eb.fn.coalesce('city', sql.lit('')).as('city'),
      eb.fn.coalesce('department', sql.lit('')).as('department'),
    ])
    .$narrowType<{ kind: Receiver['kind'] }>()
    .executeTakeFirst()
}

export async function setOfUser(tx: Tx, { userId, data }: OfUser & { data: Receiver }): Promise<void> {
  const { kind, number, name, address, city, department } = data
  const row = {
    document_kind: kind,
    document_number: number,
    name,
    address: address || null,
    city: city || null,
    department: department || null,
  }
  await tx
    .insertInto('patient_tax_data')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export async function deleteOfUser(tx: Db | Tx, { userId }: OfUser): Promise<void> {
  await tx.deleteFrom('patient_tax_data').where('user_id', '=', userId).execute()
}
