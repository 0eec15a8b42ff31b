import { sql } from 'kysely'
import type { CenterChangeKind } from '#contract/center-changes.ts'
import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string; professionalId: string | null }

export async function countChanges(
  tx: Tx,
  { centerId, professionalId, what, since }: OfCenter & { what: CenterChangeKind; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('center_changes')
    .where('center_id', '=', centerId)
    .where('professional_id', 'is not distinct from', professionalId)
    .where('what', '=', what)
    .where('changed_at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertChange(
  tx: Tx,
  {
    centerId,
    professionalId,
    what,
    former,
    changedTo,
    now,
  }: OfCenter & { what: CenterChangeKind; former: string; changedTo: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('center_changes')
    .values({
      id: newId(),
      center_id: centerId,
      professional_id: professionalId,
      what,
      former,
      changed_to: changedTo,
      changed_at: now,
    })
    .execute()
}

export async function deleteChangesOf(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx.deleteFrom('center_changes').where('center_id', '=', centerId).execute()
}

export async function deleteOldChanges(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('center_changes').where('changed_at', '<', before).execute()
}

type ShownChange = { what: CenterChangeKind; former: string; changedTo: string; changedAt: string }

/** The latest five changes of a centre and its team since then, newest first, as JSON in a column of a query on center_profiles. */
export const changesSince = (since: Date) =>
  sql<
    ShownChange[]
  >`(select coalesce(json_agg(json_build_object('what', what, 'former', former, 'changedTo', changed_to,
      'changedAt', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by changed_at desc), '[]')
    from (select what, former, changed_to, changed_at from center_changes
      where center_id = center_profiles.id and changed_at > ${since} order by changed_at desc limit 5) latest)`
