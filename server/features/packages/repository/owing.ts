import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Buyer } from './packages.ts'

/** A package that was sold and not paid whole. */
export type OwingPackage = {
  packageId: string
  kind: PersonRef['kind']
  personId: string
  personName: string
  phone: string | null
  serviceName: string
  sessions: number
  soldAt: Date
  priceCents: number
  dueCents: number
}

const personName = sql<string>`coalesce(guests.full_name, profiles.full_name, '')`
const personPhone = sql<string | null>`coalesce(guests.phone, profiles.phone)`

type Query = {
  centerId: string
  words: readonly string[]
  /** The digits of a telephone number. */
  digits: string | undefined
  limit: number
}

const isOwing = sql<boolean>`refunded_at is null and paid_amount < price`

/** What a buyer still owes a centre for packages, in cents. */
export async function sumOwingOf(db: Db | Tx, { centerId, ...buyer }: { centerId: string } & Buyer): Promise<number> {
  const [column, buyerId] = 'patientId' in buyer ? [sql`patient_id`, buyer.patientId] : [sql`guest_id`, buyer.guestId]
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(price - paid_amount), 0)::bigint as cents from packages
    where center_id = ${centerId} and ${column} = ${buyerId} and ${isOwing}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** What is still owed for a centre's packages, the oldest first; without those that were given back. */
export async function listOwingPackages(
  db: Db | Tx,
  { centerId, words, digits, limit }: Query,
): Promise<{ rows: OwingPackage[]; total: number; totalDueCents: number }> {
  const conditions = words.map((word) => sql<boolean>`strpos(fold_all(${personName}), fold_all(${word})) > 0`)
  if (digits !== undefined) conditions.push(sql`strpos(regexp_replace(${personPhone}, '\\D', '', 'g'), ${digits}) > 0`)
  const { rows } = await sql<OwingPackage & { total: number; totalDueCents: number }>`
    select packages.id as "packageId", case when packages.guest_id is null then 'patient' else 'guest' end as kind,
      coalesce(packages.guest_id, packages.patient_id) as "personId", ${personName} as "personName", ${personPhone} as phone,
      service_name as "serviceName", sessions, sold_at as "soldAt", price as "priceCents", price - paid_amount as "dueCents",
      count(*) over () as total, (sum(price - paid_amount) over ())::bigint as "totalDueCents"
    from packages
    left join profiles on profiles.id = packages.patient_id
    left join guests on guests.id = packages.guest_id
    where packages.center_id = ${centerId} and ${isOwing}
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
    order by sold_at, ${alphabetical(personName)}, packages.id limit ${limit}`.execute(db)
  const [first] = rows
  return {
    rows: rows.map(({ total: _total, totalDueCents: _totalDueCents, ...row }) => row),
    total: first?.total ?? 0,
    totalDueCents: first?.totalDueCents ?? 0,
  }
}
