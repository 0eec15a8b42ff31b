import type { NotificationKind } from '#contract/notifications.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** The kinds that the person switched on or off; the rest are absent. */
export async function findSwitches(db: Db | Tx, { userId }: { userId: string }): Promise<ReadonlyMap<string, boolean>> {
  const rows = await switches(db, { userId })
  return new Map(rows.map(({ kind, by_mail }) => [kind, by_mail]))
}

const switches = builtOnce((db, { userId }: { userId: string }) =>
  db.selectFrom('notification_preferences').select(['kind', 'by_mail']).where('user_id', '=', userId),
)

export async function setSwitch(
  db: Db | Tx,
  { userId, kind, byMail, now }: { userId: string; kind: NotificationKind; byMail: boolean; now: Date },
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, kind, by_mail: byMail, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ by_mail: byMail, updated_at: now }))
    .execute()
}

export async function listSwitches(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'by_mail as byMail', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
}

export async function deleteSwitches(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
}
