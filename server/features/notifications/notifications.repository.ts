import type { NotificationKind } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** What the person switched, by kind; a kind that they left alone is not in it. */
export async function findSwitches(db: Db | Tx, o: { userId: string }): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'by_mail'])
    .where('user_id', '=', o.userId)
    .execute()
  return new Map(rows.map(({ kind, by_mail }) => [kind, by_mail]))
}

export async function setSwitch(
  db: Db | Tx,
  o: { userId: string; kind: NotificationKind; byMail: boolean; now: Date },
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: o.userId, kind: o.kind, by_mail: o.byMail, updated_at: o.now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({ by_mail: o.byMail, updated_at: o.now }),
    )
    .execute()
}

export async function listSwitches(db: Db | Tx, o: { userId: string }) {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'by_mail as byMail', 'updated_at as updatedAt'])
    .where('user_id', '=', o.userId)
    .orderBy('kind')
    .execute()
}

export async function deleteSwitches(tx: Tx, o: { userId: string }): Promise<void> {
  await tx.deleteFrom('notification_preferences').where('user_id', '=', o.userId).execute()
}
