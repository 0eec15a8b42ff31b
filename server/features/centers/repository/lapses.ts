import { sql } from 'kysely'
import type { CheckType } from '#contract/check-types.ts'
import { expiryWarningDays } from '#contract/compliance.ts'
import { addDays } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** The ids of centres with an approved document that has expired. A document is valid on its last day. `today`: YYYY-MM-DD. */
export async function listLapsing(db: Db, { today }: { today: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('compliance_checks')
    .where('status', '=', sql.lit('approved'))
    .where('expiry_date', '<', today)
    .select('center_id')
    .distinct()
    .execute()
  return rows.map((row) => row.center_id)
}

/** Marks the centre's documents as expired whose last day has passed, and returns them. The caller has locked the centre. */
export async function expireChecks(tx: Tx, { centerId, today }: { centerId: string; today: string }) {
  return tx
    .updateTable('compliance_checks')
    .set({ status: 'expired' })
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('approved'))
    .where('expiry_date', '<', today)
    .returning('id')
    .returning([sql<CheckType>`check_type`.as('type'), sql<string>`expiry_date`.as('expiryDate')])
    .execute()
}

export async function listTypesInForce(
  tx: Tx,
  { centerId, today }: { centerId: string; today: string },
): Promise<CheckType[]> {
  const rows = await tx
    .selectFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('approved'))
    .where(sql<boolean>`coalesce(expiry_date, 'infinity') >= ${today}::date`)
    .select(sql<CheckType>`check_type`.as('type'))
    .distinct()
    .execute()
  return rows.map(({ type }) => type)
}

/**
 * Documents whose last day is near enough for a warning that was not sent yet. Leaves out a document while another one of its
 * type is valid for longer or waits for a review.
 */
export async function listToWarn(
  db: Db | Tx,
  { today, checkId }: { today: string; checkId?: string },
): Promise<{ id: string; centerId: string; type: CheckType; expiryDate: string; daysLeft: number }[]> {
  const lastDay = addDays({ day: today, days: expiryWarningDays })
  return db
    .selectFrom('compliance_checks as checks')
    .innerJoin('profiles', 'profiles.id', 'checks.center_id')
    .where('profiles.status', '<>', sql.lit('deleted'))
    .where('checks.status', '=', sql.lit('approved'))
    .where('checks.expiry_date', '>=', today)
    .where('checks.expiry_date', '<=', lastDay)
    .$if(checkId !== undefined, (all) => all.where('checks.id', '=', checkId as string))
    .where(
      sql<boolean>`not exists (select from compliance_warnings warning
        where warning.check_id = checks.id and warning.expiry_date = checks.expiry_date
          and warning.days_before = (select min(days) from unnest(array[1, 7, 30]) days
            where days >= checks.expiry_date - ${today}::date))`,
    )
    .where(
      sql<boolean>`not exists (select from compliance_checks other
        where other.center_id = checks.center_id and other.check_type = checks.check_type and other.id <> checks.id
          and other.file_name is not null and (other.status = 'pending' or other.status = 'approved'
            and coalesce(other.expiry_date, 'infinity') > checks.expiry_date))`,
    )
    .select(['checks.id', 'checks.center_id as centerId'])
    .select([
      sql<CheckType>`checks.check_type`.as('type'),
      sql<string>`checks.expiry_date`.as('expiryDate'),
      sql<number>`checks.expiry_date - ${today}::date`.as('daysLeft'),
    ])
    .execute()
}

/** @returns whether the first of these warnings is new */
export async function insertWarnings(
  tx: Tx,
  { checkId, expiryDate, days, now }: { checkId: string; expiryDate: string; days: readonly number[]; now: Date },
): Promise<boolean> {
  const rows = await tx
    .insertInto('compliance_warnings')
    .values(
      days.map((before) => ({ check_id: checkId, expiry_date: expiryDate, days_before: before, created_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('days_before as days')
    .execute()
  return rows.some((row) => row.days === days[0])
}
