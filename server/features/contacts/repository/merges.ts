import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import type { GuestData } from '../rules/merged-guest.ts'

type Pair = { centerId: string; keptId: string; mergedId: string }

const guestColumns = [
  'full_name as name',
  'phone',
  'note',
  'cedula',
  'birth_date as birthDate',
  'cover',
  'tags',
] as const

/** A guest who is neither removed nor merged, as the desk has written them. */
export async function findGuest(
  db: Db | Tx,
  { centerId, guestId }: { centerId: string; guestId: string },
): Promise<(GuestData & { updatedAt: Date }) | undefined> {
  const row = await (db as Kysely<DB>)
    .selectFrom('guests')
    .where('id', '=', guestId)
    .where('center_id', '=', centerId)
    .where('merged_into', 'is', null)
    .where('removed_at', 'is', null)
    .select([...guestColumns, 'email', 'updated_at as updatedAt'])
    .executeTakeFirst()
  return row && { ...row, email: row.email ?? '' }
}

/** In one order, so that two merges of the same rows wait for each other; bookings for them wait, too. */
export async function lockPair(tx: Tx, { centerId, keptId, mergedId }: Pair): Promise<void> {
  await sql`
    select from guests where center_id = ${centerId} and id = any(${[keptId, mergedId]}::uuid[])
    order by id for update`.execute(tx)
}

type NewMerge = Pair & {
  userId: string
  appointmentIds: readonly string[]
  packageIds: readonly string[]
  keptBefore: GuestData
  now: Date
}

/** Hides the guest, whose earlier merges can no longer be undone. */
export async function insertMerge(tx: Tx, input: NewMerge): Promise<void> {
  const { centerId, keptId, mergedId, userId, appointmentIds, packageIds, keptBefore, now } = input
  await tx.deleteFrom('guests').where('merged_into', '=', mergedId).execute()
  await tx
    .updateTable('guests')
    .set({ merged_into: keptId, updated_at: now })
    .where('id', '=', mergedId)
    .where('center_id', '=', centerId)
    .execute()
  await tx
    .insertInto('guest_merges')
    .values({
      ...{ merged_id: mergedId, kept_id: keptId, center_id: centerId, merged_by: userId, merged_at: now },
      ...{
        appointment_ids: [...appointmentIds],
        package_ids: [...packageIds],
        kept_before: JSON.stringify(keptBefore),
      },
    })
    .execute()
}

export async function findMerge(tx: Tx, { centerId, keptId, mergedId, since }: Pair & { since: Date }) {
  return tx
    .selectFrom('guest_merges')
    .where('merged_id', '=', mergedId)
    .where('kept_id', '=', keptId)
    .where('center_id', '=', centerId)
    .where('merged_at', '>', since)
    .select(['merged_at as mergedAt', 'appointment_ids as appointmentIds', 'package_ids as packageIds'])
    .select((query) => query.ref('kept_before').$castTo<GuestData>().as('keptBefore'))
    .executeTakeFirst()
}

/** Shows the guest again, without a cédula that another person of the centre has by now. The caller has locked the centre's guests. */
export async function undoMerge(tx: Tx, { centerId, mergedId, now }: Omit<Pair, 'keptId'> & { now: Date }) {
  await sql`
    update guests set merged_into = null, updated_at = ${now},
      cedula = case when cedula in (
        select cedula from guests where center_id = ${centerId} and merged_into is null
        union all select cedula from contact_facts where center_id = ${centerId}) then null else cedula end
    where id = ${mergedId}`.execute(tx)
  await tx.deleteFrom('guest_merges').where('merged_id', '=', mergedId).execute()
}

/** What was merged into a guest and can be undone, the newest first. */
export async function listMergesInto(
  db: Db,
  { centerId, guestId, since }: { centerId: string; guestId: string; since: Date },
) {
  return db
    .selectFrom('guest_merges')
    .innerJoin('guests', 'guests.id', 'guest_merges.merged_id')
    .where('guest_merges.kept_id', '=', guestId)
    .where('guest_merges.center_id', '=', centerId)
    .where('merged_at', '>', since)
    .orderBy('merged_at', 'desc')
    .select(['guests.id', 'guests.full_name as name', 'merged_at as mergedAt'])
    .execute()
}

/** Deletes the hidden rows of a guest or a centre whose data is removed, and with them what their merges stored. */
export async function deleteMerged(
  tx: Tx,
  { centerId, guestId }: { centerId: string; guestId?: string },
): Promise<void> {
  await tx
    .deleteFrom('guests')
    .where('center_id', '=', centerId)
    .where('merged_into', 'is not', null)
    .$if(guestId !== undefined, (query) => query.where('merged_into', '=', guestId ?? ''))
    .execute()
}

/** Deletes the hidden rows whose merge can no longer be undone. */
export async function deleteMergedBefore(db: Db, { mergedBefore }: { mergedBefore: Date }): Promise<void> {
  await db
    .deleteFrom('guests')
    .where('merged_into', 'is not', null)
    .where('id', 'in', (merges) =>
      merges.selectFrom('guest_merges').where('merged_at', '<=', mergedBefore).select('merged_id'),
    )
    .execute()
}
