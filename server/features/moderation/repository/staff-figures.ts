import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/** `from` and `to`: the first days of the current month and of the next one. */
export async function readFigures(db: Db, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{
    users: number
    centers: number
    unverifiedCenters: number
    paidCommissionCents: number
    monthCommissionCents: number
    openDocuments: number
  }>`
    select
      coalesce(sum(change) filter (where figure = 'users'), 0) as users,
      coalesce(sum(change) filter (where figure = 'centers'), 0) as centers,
      coalesce(sum(change) filter (where figure = 'unverified_centers'), 0)
        -- The list of centres leaves those of deleted accounts out.
        - (select count(*) from center_profiles join profiles using (id) where profiles.status = 'deleted' and not verified)
        as "unverifiedCenters",
      coalesce(sum(change) filter (where figure = 'open_documents'), 0)
        -- A newer document of the type stands in its place.
        - (select count(*) from compliance_checks older
          where older.status in ('pending', 'rejected', 'expired') and older.file_name is not null
            and exists (select from compliance_checks newer
              where newer.center_id = older.center_id and newer.check_type = older.check_type
                and newer.file_name is not null and (newer.created_at, newer.id) > (older.created_at, older.id)))
        as "openDocuments",
      coalesce(sum(change) filter (where figure = 'paid_commission_cents'), 0) as "paidCommissionCents",
      (select coalesce(sum(commission_amount), 0) from commission_sums
        where status <> 'cancelled' and day >= ${from}::date and day < ${to}::date) as "monthCommissionCents"
    from kept_figures`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('an aggregate returns one row')
  return figures
}

/** Replaces the changes of each figure with their sum, so that the figures stay the same. */
export async function addUpFigures(db: Db): Promise<void> {
  await sql`
    with added as (delete from kept_figures returning figure, change)
    insert into kept_figures select figure, sum(change) from added group by figure`.execute(db)
}

/** The names of the figures that differ from a count of the whole tables. */
export async function listWrongFigures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ figure: string }>`
    select figure from counted_figures left join (
      select figure, sum(change) as kept from kept_figures group by figure) as sums using (figure)
    where change <> coalesce(kept, 0)`.execute(db)
  return rows.map(({ figure }) => figure)
}
